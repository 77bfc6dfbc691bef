import test from 'ava';
import { decimal } from '../decimal.ts';
import type { MoneyRules } from '../money/money.ts';
import { eLine, eTaxes, headPeriod, lacksOf, type EInvoice, type EParty } from './e-invoice.ts';

const party: EParty = {
  name: 'One',
  street: ['Street 1'],
  city: 'City',
  region: null,
  postal: '12345',
  country: 'DE',
  vat_id: 'DE136695976',
  tax_number: null,
  registration_no: null,
  email: null,
  phone: null,
};
const fils: MoneyRules = { exponent: 3, mode: 'half_up' };

/** An invoice in Kuwaiti dinars, whose thousandths the standard has no place for. */
function dinars(words: { amount: string; discount?: string; tax_rate?: string }): EInvoice {
  const { amount, discount = '0', tax_rate = '0' } = words;
  const line = eLine(
    {
      line_no: 1,
      description: 'Storage',
      quantity: '1',
      uom: 'pallet',
      unit_price: amount,
      amount,
      discount,
      tax_code: 'KW',
      tax_rate,
      tax_given: null,
      service_from: null,
      service_to: null,
    },
    false,
  );
  const taxes = eTaxes([line], fils);
  const tax = taxes[0]!.tax;
  return {
    kind: 'invoice',
    number: '1',
    date: '2026-02-01',
    due: '2026-03-01',
    currency: 'KWD',
    buyer_reference: 'x',
    order_reference: null,
    corrects: null,
    from: null,
    to: null,
    notes: '',
    seller: party,
    buyer: party,
    iban: null,
    bic: null,
    by_sepa: false,
    lines: [line],
    taxes,
    net: line.amount,
    tax,
    total: line.amount.plus(tax),
  };
}

test('an amount the file would round is told, wherever it stands', (t) => {
  const lack = ['a currency with two decimals; KWD has more'];
  t.deepEqual(lacksOf(dinars({ amount: '10' })), []);
  t.deepEqual(lacksOf(dinars({ amount: '10.005' })), lack);
  t.deepEqual(lacksOf(dinars({ amount: '10', tax_rate: '5.25' })), lack, 'the tax is 0.525');
  t.deepEqual(lacksOf(dinars({ amount: '1.005', discount: '0.005' })), lack, 'the discount is 0.005');
  t.true(decimal('0.525').eq(dinars({ amount: '10', tax_rate: '5.25' }).tax));
});

test('the period of an invoice contains those of its lines, late charges as well', (t) => {
  const lines = [
    { from: '2026-01-30', to: '2026-02-03' },
    { from: '2026-02-10', to: '2026-03-01' },
    { from: null, to: null },
  ];
  t.deepEqual(headPeriod('2026-02-01', '2026-02-28', lines), { from: '2026-01-30', to: '2026-03-01' });
  t.deepEqual(headPeriod('2026-01-01', '2026-04-30', lines), { from: '2026-01-01', to: '2026-04-30' });
  t.deepEqual(headPeriod(null, null, lines), { from: null, to: null });
});
