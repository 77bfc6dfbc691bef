import test from 'ava';
import { auditInvoice, type InvoicedLine } from './audit-invoice.ts';

const label = (more: object = {}): NonNullable<InvoicedLine['label']> => ({
  id: 'l',
  merchant_id: 'm',
  amount: '7.42',
  currency: 'USD',
  weight_kg: '2.5',
  is_voided: false,
  asked_before: [],
  priced_before: '0',
  ...more,
});
const line = (amount: string, more: Partial<InvoicedLine> = {}): InvoicedLine => ({
  id: 'i',
  charge_code: 'FRT',
  amount,
  weight_kg: null,
  label: label(),
  ...more,
});
const judged = (...lines: InvoicedLine[]) =>
  auditInvoice(lines, { currency: 'USD', tolerance: '0.05' }).map(({ verdict, dearer_by, difference }) => [
    verdict,
    dearer_by,
    difference,
  ]);

test('what is asked is held against the price, within the tolerance', (t) => {
  t.deepEqual(judged(line('7.42')), [['matched', null, '0']]);
  t.deepEqual(judged(line('7.47')), [['matched', null, '0.05']]);
  t.deepEqual(judged(line('7.48')), [['dearer', 'price', '0.06']]);
  t.deepEqual(judged(line('7.00')), [['cheaper', null, '-0.42']]);
});

test('a heavier parcel is dearer by its weight, and what is asked beside the price is a surcharge', (t) => {
  t.deepEqual(judged(line('9.00', { weight_kg: '3' }), line('1.50', { charge_code: 'FUEL' })), [
    ['dearer', 'weight', '1.58'],
    ['dearer', 'surcharge', '1.5'],
  ]);
});

test('nothing is taken twice, in one invoice or by another', (t) => {
  t.deepEqual(judged(line('7.42'), line('7.42')), [
    ['matched', null, '0'],
    ['twice', null, null],
  ]);
  t.deepEqual(judged(line('7.42', { label: label({ asked_before: ['FRT'] }) })), [['twice', null, null]]);
  t.deepEqual(judged(line('2', { charge_code: 'ADDR', label: label({ asked_before: ['FRT'] }) })), [
    ['dearer', 'surcharge', '2'],
  ]);
});

test('what is not ours, taken back, or of another currency is not paid', (t) => {
  t.deepEqual(
    judged(
      line('1', { label: null }),
      line('1', { label: label({ is_voided: true }) }),
      line('1', { label: label({ currency: 'EUR' }) }),
    ),
    Array.from({ length: 3 }, () => ['not_ours', null, null]),
  );
});

test("what is given back is beyond the price; of a label that was taken back, its price is nobody's", (t) => {
  t.deepEqual(judged(line('-1', { charge_code: 'DISC' }), line('7.42'), line('-7.42')), [
    ['cheaper', null, '-1'],
    ['matched', null, '0'],
    ['cheaper', null, '-7.42'],
  ]);
  const back = label({ is_voided: true, asked_before: ['FRT'], priced_before: '7.42' });
  t.deepEqual(judged(line('-5', { label: back }), line('-4', { label: back })), [
    ['matched', null, '0'],
    ['cheaper', null, '-1.58'],
  ]);
  t.deepEqual(judged(line('-7.42', { label: label({ is_voided: true }) })), [['not_ours', null, null]]);
});

test('where no price is known all of it is new', (t) => {
  t.deepEqual(judged(line('7', { label: label({ amount: null, currency: null }) })), [
    ['dearer', 'price', '7'],
  ]);
});
