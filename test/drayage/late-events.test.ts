/** Reports about a container that arrive late, twice, after its next trip has begun, or from whom they concern. */
import test from 'ava';
import type { Client } from '../helpers/client.ts';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { path, patient, tripsOf } from './trips-rig.ts';

let platform: Platform & { stop(): Promise<void> };
let client: Client;
test.before(async () => {
  platform = await joinPlatform();
  ({ client } = platform);
});
test.after.always(() => platform?.stop());

const { happened } = tripsOf(() => client);
const shown = async (id: string) => (await client.get(`${path}/${id}`)).body;

async function trip(container_no: string): Promise<string> {
  const made = await client.post(path, { container_no, pickup: 'Pier 400', delivery: 'Main' });
  if (made.status !== 201) throw new Error(made.text);
  return made.body.id;
}

test('a tracker that sends the last trip again moves nothing on the next one', async (t) => {
  const no = 'LATE1000001';
  const first = await trip(no);
  const report = { source: 'tracker', external_id: 'out-1' };
  const out = await happened(no, 'full_out', '2026-03-02T15:00:00Z', report);
  t.is((await client.post(`${path}/${first}/complete`, {}, patient)).status, 200);
  const second = await trip(no);
  const again = await happened(no, 'full_out', '2026-03-02T15:00:00Z', report);
  t.is(again.status, 200, again.text);
  t.is(again.body.id, out.body.id);
  t.like(await shown(second), { status: 'planned', container_state: 'announced' });
  const another = await happened(no, 'full_out', '2026-05-02T15:00:00Z', report);
  t.is(another.status, 201, 'the same number, and another event');
  t.is((await shown(second)).status, 'picked_up');
});

test('a correction belongs to the trip of the event it replaces', async (t) => {
  const no = 'LATE2000002';
  const first = await trip(no);
  const empty = await happened(no, 'empty_in', '2026-03-20T15:00:00Z');
  await client.post(`${path}/${first}/complete`, {}, patient);
  const second = await trip(no);
  const corrected = await happened(no, 'empty_in', '2026-03-18T15:00:00Z', {
    corrects_event_id: empty.body.id,
  });
  t.is(corrected.status, 201, corrected.text);
  t.is(corrected.body.drayage_order_id, first);
  const stops = async (id: string) =>
    (await shown(id)).clocks.find(({ kind }: { kind: string }) => kind === 'per_diem')?.stops_on;
  t.is(await stops(first), '2026-03-18');
  t.is(await stops(second), undefined);
  const stranger = 'LATE2000003';
  await trip(stranger);
  const wrong = await happened(stranger, 'empty_in', '2026-03-18T15:00:00Z', {
    corrects_event_id: corrected.body.id,
  });
  t.is(wrong.body.error.code, 'UNKNOWN_REFERENCE');
});

test('an order’s dates are those of its events, corrected with them', async (t) => {
  const no = 'LATE3000003';
  const id = await trip(no);
  const out = await happened(no, 'full_out', '2026-03-02T15:00:00Z');
  await happened(no, 'delivered', '2026-03-03T09:00:00Z');
  t.like(await shown(id), {
    picked_up_at: '2026-03-02T15:00:00.000Z',
    delivered_at: '2026-03-03T09:00:00.000Z',
  });
  await happened(no, 'full_out', '2026-03-01T15:00:00Z', { corrects_event_id: out.body.id });
  t.is((await shown(id)).picked_up_at, '2026-03-01T15:00:00.000Z');
});

test('what has happened lies in the past; what is still to come is estimated', async (t) => {
  const no = 'LATE4000004';
  const id = await trip(no);
  const soon = new Date(Date.now() + 86_400_000).toISOString();
  const future = await happened(no, 'full_out', soon);
  t.is(future.status, 400);
  t.like(future.body.error.details[0], { path: 'occurred_at', code: 'future' });
  t.is((await happened(no, 'full_out', soon, { classifier: 'estimated' })).status, 201);
  t.is((await shown(id)).status, 'planned');
});

test('rates have the decimals of their currency', async (t) => {
  const rated = (more: object) =>
    client.post(path, { container_no: 'LATE6000006', pickup: 'A', delivery: 'B', ...more });
  const yen = await rated({ currency: 'JPY', demurrage_rate: 100.5 });
  t.like(yen.body.error, { code: 'AMOUNT_PRECISION', details: { path: 'demurrage_rate' } }, yen.text);
  const none = await rated({ currency: 'XXZ' });
  t.like(none.body.error.details[0], { path: 'currency', code: 'unknown' }, none.text);
  const made = await rated({ per_diem_rate: 75.25 });
  t.is(made.status, 201, made.text);
  const terms = await client.patch(`/api/drayage/orders/${made.body.id}/terms`, { per_diem_rate: 75.255 });
  t.is(terms.body.error.details.path, 'per_diem_rate');
});

test('another carrier may be sent for a container that is dispatched', async (t) => {
  const id = await trip('LATE5000005');
  const made = await client.post('/api/wms/carriers', { code: 'DRAY2', name: 'Second Haul' });
  t.is(
    (await client.post(`${path}/${id}/dispatch`, { carrier_id: platform.standard.carrierId })).status,
    200,
  );
  const changed = await client.post(`${path}/${id}/dispatch`, { carrier_id: made.body.data.id });
  t.like(changed.body, { status: 'dispatched', carrier: 'Second Haul' }, changed.text);
  t.deepEqual((await client.post(`${path}/${id}/dispatch`)).body, changed.body, 'the same once more');
});

test('a last free day that is set is a day', async (t) => {
  const no = 'LATE1000009';
  const id = await trip(no);
  const none = await happened(no, 'last_free_day_set', '2026-03-02T15:00:00Z');
  t.is(none.status, 400, none.text);
  t.like(none.body.error, { details: [{ path: 'last_free_day', code: 'required' }] });
  const set = await happened(no, 'last_free_day_set', '2026-03-02T15:00:00Z', {
    last_free_day: '2026-03-09',
  });
  t.is(set.status, 201, set.text);
  t.is((await shown(id)).last_free_day, '2026-03-09');
});

test('a merchant’s token reports what happens to its container, and sets and corrects none of what it is charged by', async (t) => {
  const { threePl } = platform;
  const operator = await platform.clientWith(threePl, everyPermission);
  const merchant = await platform.clientWith(threePl, everyPermission, { merchantId: threePl.merchantId! });
  const no = 'MSKU7000007';
  t.is((await merchant.post(path, { container_no: no, pickup: 'A', delivery: 'B' })).status, 201);
  const events = `/v1/drayage/containers/${no}/events`;
  const reported = await merchant.post(events, { code: 'available', occurred_at: '2026-03-02T15:00:00Z' });
  t.is(reported.status, 201, reported.text);
  const terms = [
    { code: 'last_free_day_set', occurred_at: '2026-03-03T15:00:00Z', last_free_day: '2030-01-01' },
    { code: 'available', occurred_at: '2026-03-03T15:00:00Z', last_free_day: '2030-01-01' },
    { code: 'available', occurred_at: '2026-03-09T15:00:00Z', corrects_event_id: reported.body.id },
  ];
  for (const event of terms) t.is((await merchant.post(events, event)).body.error?.code, 'FORBIDDEN');
  for (const event of terms) t.is((await operator.post(events, event)).status, 201);
});

test('an event is of the trip whose empty is still out, whoever had the container before', async (t) => {
  const { threePl } = platform;
  const operator = await platform.clientWith(threePl, everyPermission);
  const no = 'MSKU8000008';
  const events = `/v1/drayage/containers/${no}/events`;
  const trip = async (merchant_id: string) => {
    const made = await operator.post(path, { container_no: no, pickup: 'A', delivery: 'B', merchant_id });
    t.is(made.status, 201, made.text);
    t.is((await operator.post(`${path}/${made.body.id}/complete`, {}, patient)).status, 200);
    return made.body.id;
  };
  const returned = { code: 'empty_in', occurred_at: '2026-03-02T15:00:00Z' };
  await trip(threePl.merchantId!);
  t.is((await operator.post(events, returned)).status, 201);
  const second = await trip(threePl.secondMerchantId!);
  const event = await operator.post(events, { ...returned, occurred_at: '2026-04-02T15:00:00Z' });
  t.like(event, { status: 201, body: { drayage_order_id: second } }, event.text);
  const late = await operator.post(events, { code: 'unloaded', occurred_at: '2026-04-01T15:00:00Z' });
  t.is(late.body.error?.details[0].code, 'ambiguous', 'both trips are over');
});
