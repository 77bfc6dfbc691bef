import test from 'ava';
import { auditInvoice, type InvoicedLine } from './audit-invoice.ts';

const label = (more: object = {}): NonNullable<InvoicedLine['label']> => ({
  id: 'l',
  merchant_id: 'm',
  amount: '7.42',
  currency: 'USD',
  weight_kg: '2.5',
  length_cm: '30',
  width_cm: '20',
  height_cm: '10',
  is_taken_back: false,
  is_unpaid: false,
  is_paid_elsewhere: false,
  asked_before: {},
  was_asked: false,
  priced_before: '0',
  ...more,
});
const takenBack = { is_taken_back: true, is_unpaid: true };
const frtAsked = { asked_before: { FRT: '7.42' }, was_asked: true, priced_before: '7.42' };
const line = (amount: string, more: Partial<InvoicedLine> = {}): InvoicedLine => ({
  id: 'i',
  charge_code: 'FRT',
  amount,
  weight_kg: null,
  length_cm: null,
  width_cm: null,
  height_cm: null,
  corrected: null,
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

test('a larger parcel is dearer by its measures, however it lay, and by what its carrier says it corrected', (t) => {
  const measured = (length_cm: string, width_cm: string, height_cm: string) =>
    line('9.00', { length_cm, width_cm, height_cm });
  t.deepEqual(judged(measured('10', '31', '20')), [['dearer', 'dims', '1.58']]);
  t.deepEqual(judged(measured('10', '30', '20')), [['dearer', 'price', '1.58']]);
  t.deepEqual(judged(line('9.00', { ...measured('10', '31', '20'), weight_kg: '3' })), [
    ['dearer', 'weight', '1.58'],
  ]);
  t.deepEqual(judged(line('9.00', { corrected: 'zone' })), [['dearer', 'zone', '1.58']]);
  t.deepEqual(judged(line('7.42'), line('12', { charge_code: 'ADC', corrected: 'address' }))[1], [
    'dearer',
    'address',
    '12',
  ]);
});

test('nothing is taken twice, in one invoice or by another', (t) => {
  t.deepEqual(judged(line('7.42'), line('7.42')), [
    ['matched', null, '0'],
    ['twice', null, null],
  ]);
  t.deepEqual(judged(line('7.42', { label: label(frtAsked) })), [['twice', null, null]]);
  t.deepEqual(judged(line('2', { charge_code: 'ADDR', label: label(frtAsked) })), [
    ['dearer', 'surcharge', '2'],
  ]);
});

test('what was given back may be asked again, as another price or weight, once', (t) => {
  const rebilled = [
    ['cheaper', null, '-7.42'],
    ['dearer', 'surcharge', '9.1'],
  ];
  t.deepEqual(judged(line('7.42'), line('-7.42'), line('9.10')), [['matched', null, '0'], ...rebilled]);
  t.deepEqual(
    judged(...['-7.42', '9.10', '9.10'].map((amount) => line(amount, { label: label(frtAsked) }))),
    [...rebilled, ['twice', null, null]],
  );
  const givenBack = label({ ...frtAsked, asked_before: { FRT: '0' } });
  t.deepEqual(judged(line('9.10', { label: givenBack })), [['dearer', 'surcharge', '9.1']]);
  t.deepEqual(judged(line('-1', { label: label(frtAsked) }), line('9.10', { label: label(frtAsked) }))[1], [
    'twice',
    null,
    null,
  ]);
});

test('what was given back beyond what was asked does not raise the price', (t) => {
  const back = { asked_before: { FRT: '-7.42' }, was_asked: true, priced_before: '-7.42', is_unpaid: true };
  t.deepEqual(judged(line('7.42', { label: label(back) })), [['matched', null, '0']]);
});

test('what is not ours, taken back, or of another currency is not paid', (t) => {
  t.deepEqual(
    judged(
      line('1', { label: null }),
      line('1', { label: label(takenBack) }),
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
  const back = label({ ...frtAsked, ...takenBack, priced_before: '7.42' });
  t.deepEqual(judged(line('-5', { label: back }), line('-4', { label: back })), [
    ['matched', null, '0'],
    ['cheaper', null, '-1.58'],
  ]);
  t.deepEqual(judged(line('-7.42', { label: label(takenBack) })), [['not_ours', null, null]]);
});

test("what its carrier keeps of a label that no merchant pays is ours: its price back is nobody else's", (t) => {
  const kept = label({ is_unpaid: true });
  t.deepEqual(
    judged(
      line('9.42', { label: kept }),
      line('-5', { label: kept }),
      line('-4.42', { charge_code: 'BACK', label: kept }),
    ),
    [
      ['dearer', 'price', '2'],
      ['matched', null, '0'],
      ['cheaper', null, '-2'],
    ],
  );
  t.deepEqual(judged(line('-1', { label: kept })), [['not_ours', null, null]]);
});

test('where no price is known all of it is new', (t) => {
  t.deepEqual(judged(line('7', { label: label({ amount: null, currency: null }) })), [
    ['dearer', 'price', '7'],
  ]);
});

test('what another account was to pay says so, whatever its carrier measured', (t) => {
  const elsewhere = label({ amount: '0', is_paid_elsewhere: true });
  const [judgement] = auditInvoice([line('7.42', { label: elsewhere, weight_kg: '9' })], {
    currency: 'USD',
    tolerance: '0',
  });
  t.like(judgement, { verdict: 'dearer', dearer_by: 'price', difference: '7.42' });
  t.regex(judgement!.why, /^Another account pays/);
});
