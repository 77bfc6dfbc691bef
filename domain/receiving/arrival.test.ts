import test from 'ava';
import { arrivalType, goodStatus, isOutOfTransit, type ArrivalType, type ReceiptOrigin } from './arrival.ts';

const of = (origin: Partial<ReceiptOrigin>): ReceiptOrigin => ({
  source_type: 'manual',
  transfer_id: null,
  return_id: null,
  ...origin,
});

test('deliveries, returns and transfers are three kinds of arrival', (t) => {
  const named: readonly [Partial<ReceiptOrigin>, ArrivalType][] = [
    [{}, 'receive'],
    [{ source_type: 'purchase' }, 'receive'],
    [{ source_type: 'return' }, 'return'],
    [{ source_type: 'return', return_id: 'r' }, 'return'],
    [{ transfer_id: 't' }, 'transfer_in'],
  ];
  for (const [origin, type] of named) t.is(arrivalType(of(origin)), type);
});

test('only a transfer brings what is stock already, and was inspected before', (t) => {
  const [delivery, transfer] = [of({}), of({ transfer_id: 't' })];
  t.deepEqual([delivery, transfer].map(isOutOfTransit), [false, true]);
  t.is(goodStatus(delivery, { qc_hold: true }), 'hold');
  t.is(goodStatus(delivery, { qc_hold: false }), 'available');
  t.is(goodStatus(transfer, { qc_hold: true }), 'available');
});

test('what a customer sends back is not sellable, whether a return announced it or not', (t) => {
  for (const returnId of [null, 'r']) {
    const back = of({ source_type: 'return', return_id: returnId });
    t.is(goodStatus(back, { qc_hold: false }), 'hold');
  }
});
