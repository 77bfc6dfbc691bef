import test from 'ava';
import { decimal, zero } from '../../domain/decimal.ts';
import type { CreditableLine } from '../../domain/documents/credited-lines.ts';
import { creditNoteOf } from './credit-note.ts';

const rules = { exponent: 2, mode: 'half_up' } as const;

/** Two units of ten, of which some are credited. */
const invoiced = (credited: number): CreditableLine => ({
  id: 'invoice line',
  order_line_id: 'line',
  account_id: 'revenue',
  warehouse_id: null,
  description: 'Lamp',
  uom: 'EA',
  quantity: '2',
  unit_price: '10',
  amount: '20',
  discount: '0',
  billing_item_id: null,
  tax_code: '',
  tax_rate: '0',
  service_from: null,
  service_to: null,
  credited: {
    quantity: decimal(credited),
    units: decimal(credited),
    net: decimal(credited * 10),
    discount: zero,
  },
});

/** Units that came back, each with a fee of 1.50. */
const units = (...qtys: number[]) =>
  qtys.map((qty, index) => ({
    of: {
      return_line_id: 'back',
      order_line_id: 'line',
      wanted: 'refund' as const,
      inspection_id: String(index),
      returned: String(qty),
      sent_back: '0',
      credited: '0',
      credit_percent: '100',
      restocking_fee: '1.5',
      fee_item_id: 'fee',
    },
    qty: decimal(qty),
    percent: decimal(100),
  }));

const feeOf = (credited: number, rate: string, ...qtys: number[]): string | undefined =>
  creditNoteOf(
    units(...qtys),
    [invoiced(credited)],
    {
      whole: { net: decimal(20), tax: zero, creditedNet: decimal(credited * 10), creditedTax: zero },
      rate: decimal(rate),
    },
    rules,
  )
    .fees.get('fee')
    ?.toFixed(2);

test('a fee is for units that were invoiced and not credited before: more than those came back bring none', (t) => {
  t.is(feeOf(0, '1', 1), '1.50');
  t.is(feeOf(0, '1', 5), '3.00');
  t.is(feeOf(0, '1', 1, 1, 1), '3.00', 'over all the inspections of a line');
  t.is(feeOf(1, '1', 2), '1.50');
  t.is(feeOf(2, '1', 1), undefined);
});

test('a fee is converted from the base currency once, and rounded as the note is', (t) => {
  t.is(feeOf(0, '1.25', 1), '1.20');
  t.is(feeOf(0, '3', 2), '1.00');
  t.is(feeOf(0, '0.7', 1), '2.14');
});
