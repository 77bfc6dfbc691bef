import test from 'ava';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import type { Client } from '../helpers/client.ts';
import { makeOrder, ordersPath as purchasePath } from '../helpers/purchase.ts';
import { receiptsPath } from '../helpers/receiving.ts';
import { path, patient, tripsOf } from './trips-rig.ts';

let platform: Platform & { stop(): Promise<void> };
let client: Client;
test.before(async () => {
  platform = await joinPlatform();
  ({ client } = platform);
});
test.after.always(() => platform?.stop());

const { act, happened, drayage } = tripsOf(() => client);

test('a number with a wrong check digit is warned of and taken; one open order for a container', async (t) => {
  const right = await client.get(`${path}/${await drayage('CSQU 305438-3')}`);
  t.like(right.body, {
    container_no: 'CSQU3054383',
    warning: null,
    status: 'planned',
    container_state: 'announced',
  });
  t.deepEqual(right.body.pickup, { name: 'Pier 400, Los Angeles' });
  const wrong = await client.get(`${path}/${await drayage('CSQU3054384')}`);
  t.regex(wrong.body.warning, /should be 3/);
  const again = await client.post(path, { container_no: 'csqu3054383', pickup: 'A', delivery: 'B' });
  t.is(again.body.error.code, 'CONTAINER_IN_USE');
  const races = await Promise.all(
    Array.from({ length: 5 }, () =>
      client.post(path, { container_no: 'RACE1234567', pickup: 'A', delivery: 'B' }),
    ),
  );
  t.deepEqual(
    races.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409, 409, 409, 409],
  );
});

test('events are taken once, never changed, and make state, clocks and the order’s steps', async (t) => {
  const no = 'MSKU1000001';
  const id = await drayage(no, { demurrage_free_days: 3, per_diem_free_days: 2, demurrage_rate: 100.5 });
  t.is((await happened('NONE0000000', 'available', '2026-03-01T12:00:00Z')).status, 404);
  const tracked = { source: 'terminal49', external_id: 'e-1' };
  const first = await happened(no, 'vessel_discharged', '2026-03-01T12:00:00Z', tracked);
  t.is(first.status, 201, first.text);
  t.like(first.body, { dcsa_code: 'DISC', classifier: 'actual', drayage_order_id: id });
  const repeated = await happened(no, 'vessel_discharged', '2026-03-01T12:00:00Z', tracked);
  t.is(repeated.status, 200);
  t.is(repeated.body.id, first.body.id);
  const order = async () => (await client.get(`${path}/${id}`)).body;
  t.like(await order(), { container_state: 'at_terminal', last_free_day: '2026-03-04' });

  const available = await happened(no, 'available', '2026-03-03T03:00:00Z');
  t.is((await order()).last_free_day, '2026-03-05', 'the second of March in New York, and three days');
  const corrected = await happened(no, 'available', '2026-03-04T15:00:00Z', {
    corrects_event_id: available.body.id,
  });
  t.is(corrected.status, 201, corrected.text);
  t.is((await order()).last_free_day, '2026-03-07');
  const stranger = await happened(no, 'available', '2026-03-04T15:00:00Z', { corrects_event_id: id });
  t.is(stranger.body.error.code, 'UNKNOWN_REFERENCE');

  await happened(no, 'delivered', '2026-03-11T20:00:00Z');
  t.like(await order(), { status: 'delivered', container_state: 'at_destination' });
  await happened(no, 'full_out', '2026-03-10T20:00:00Z');
  t.like(
    await order(),
    { status: 'delivered', container_state: 'at_destination' },
    'what comes late moves nothing back',
  );
  await happened(no, 'empty_in', '2026-03-15T20:00:00Z');
  const { clocks } = await order();
  t.like(
    clocks.find(({ kind }: { kind: string }) => kind === 'demurrage'),
    {
      starts_on: '2026-03-05',
      last_free_on: '2026-03-07',
      stops_on: '2026-03-10',
      chargeable_days: 3,
    },
  );
  t.like(
    clocks.find(({ kind }: { kind: string }) => kind === 'per_diem'),
    {
      last_free_on: '2026-03-12',
      stops_on: '2026-03-15',
      chargeable_days: 3,
    },
  );
  const timeline = await client.get(`/v1/drayage/containers/${no}/events`);
  t.is(timeline.body.total, 6);
  await t.throwsAsync(platform.owner.query("update container_events set code = 'unloaded'"), {
    message: /append-only/,
  });
});

test('the dispute file rebuilds the clocks from events, as JSON and as a document', async (t) => {
  const no = 'MSKU2000002';
  const id = await drayage(no, { demurrage_free_days: 1, demurrage_rate: 100.5 });
  const said = await happened(no, 'available', '2026-03-02T15:00:00Z');
  await happened(no, 'available', '2026-03-03T15:00:00Z', { corrects_event_id: said.body.id });
  await happened(no, 'full_out', '2026-03-07T15:00:00Z');
  const file = `/api/drayage/orders/${id}/dispute`;
  const { data } = (await client.get(file)).body;
  t.like(data.clocks[0], {
    kind: 'demurrage',
    last_free_on: '2026-03-04',
    chargeable_days: 3,
    amount: 301.5,
  });
  t.deepEqual(
    data.events.map(({ code, stands }: Record<string, unknown>) => [code, stands]),
    [
      ['available', false],
      ['available', true],
      ['full_out', true],
    ],
  );
  const readings = data.readings.filter(({ kind }: { kind: string }) => kind === 'demurrage');
  t.deepEqual(
    readings.map(({ last_free_on: day, stops_on: stop }: Record<string, unknown>) => [day, stop]),
    [
      ['2026-03-03', null],
      ['2026-03-04', null],
      ['2026-03-04', '2026-03-07'],
    ],
  );
  t.is(readings[0].cause_event_id, said.body.id);
  const changed = await client.patch(`/api/drayage/orders/${id}/terms`, { demurrage_free_days: 2 });
  t.like(changed.body.data.clocks[0], { last_free_on: '2026-03-05', amount: 201 }, changed.text);
  t.is(changed.body.data.readings.at(-1).cause_event_id, null);
  const pdf = await client.get(file, { headers: { accept: 'application/pdf' } });
  t.is(pdf.headers.get('content-type'), 'application/pdf');
  t.regex(pdf.text, /^%PDF-/);
});

test('completed twice at once it makes one receipt, of the container’s ASN, and the order it is of counts it', async (t) => {
  const { standard } = platform;
  const no = 'MSKU3000003';
  const po = await makeOrder(client, standard);
  const released = (await client.post(`${purchasePath}/${po}/release`, {}, patient)).body;
  const asn = (await client.post('/v1/purchase/asns', { po_id: po, container_no: no })).body;
  const id = await drayage(no);
  const answers = await Promise.all(Array.from({ length: 6 }, () => act(id, 'complete')));
  t.deepEqual([...new Set(answers.map(({ status }) => status))], [200], answers[0]!.text);
  t.is(new Set(answers.map(({ body }) => body.receipt_id)).size, 1);
  const { rows } = await platform.owner.query(
    "select id from inbound_receipts where source_type = 'drayage' and source_id = $1",
    [id],
  );
  t.is(rows.length, 1);
  const { receipt_id: receiptId } = answers[0]!.body;
  const receipt = (await client.get(`${receiptsPath}/${receiptId}`)).body.data;
  t.like(receipt, { container_no: no, status: 'imported', vendor_id: standard.vendorId });
  t.is(receipt.lines[0].expected_qty, 10);
  t.like((await client.get(`/v1/purchase/asns/${asn.id}`)).body, {
    status: 'arrived',
    receipt_id: receiptId,
  });
  const replaced = (await client.get(`${receiptsPath}/${released.receipt_id}`)).body.data;
  t.is(replaced.status, 'closed', 'the same goods are expected once');
  const counted = {
    receipt_line_id: receipt.lines[0].id,
    received_qty: 10,
    location_id: standard.locations['DOCK-1'],
  };
  await client.post(`${receiptsPath}/${receiptId}/receive-line`, counted, patient);
  t.is((await client.get(`${purchasePath}/${po}`)).body.status, 'received');
});

test('what is counted at the gate before the trip is over is counted on no second receipt; another trip has its own', async (t) => {
  const no = 'MSKU3100003';
  const lines = [{ sku: 'PLAIN', qty: 6 }];
  const first = await drayage(no);
  const asn = (await client.post('/v1/purchase/asns', { container_no: no, lines })).body;
  const arrived = (await client.post(`/v1/purchase/asns/${asn.id}/arrive`, {}, patient)).body;
  const receipt = (await client.get(`${receiptsPath}/${arrived.receipt_id}`)).body.data;
  const counted = {
    receipt_line_id: receipt.lines[0].id,
    received_qty: 2,
    location_id: platform.standard.locations['DOCK-1'],
  };
  const scanned = await client.post(`${receiptsPath}/${receipt.id}/receive-line`, counted, patient);
  t.is(scanned.status, 200, scanned.text);
  const done = await act(first, 'complete');
  t.like(done.body, { status: 'completed', receipt_id: receipt.id }, done.text);
  const second = await act(await drayage(no), 'complete');
  t.not(second.body.receipt_id, receipt.id, second.text);
});

test('completed from any open state, blind without an ASN; cancelled only before it is fetched', async (t) => {
  const planned = await drayage('MSKU4000004');
  t.is((await act(planned, 'dispatch')).body.status, 'dispatched');
  const done = await act(planned, 'complete');
  t.is(done.body.status, 'completed', done.text);
  t.deepEqual((await client.get(`${receiptsPath}/${done.body.receipt_id}`)).body.data.lines, []);
  t.is((await act(planned, 'cancel')).body.error.code, 'ILLEGAL_TRANSITION');
  const fetched = await drayage('MSKU4000004');
  await happened('MSKU4000004', 'full_out', '2026-03-10T20:00:00Z');
  t.is((await client.get(`${path}/${fetched}`)).body.status, 'picked_up');
  t.is((await act(fetched, 'cancel')).body.error.code, 'ILLEGAL_TRANSITION');
  const other = await drayage('MSKU5000005');
  t.is((await act(other, 'cancel')).body.status, 'cancelled');
  t.is((await act(other, 'cancel')).status, 200);
  t.is((await act(other, 'complete')).body.error.code, 'ILLEGAL_TRANSITION');
});

test('a merchant’s token sees its own containers; what two merchants share is asked by merchant', async (t) => {
  const { threePl } = platform;
  const operator = await platform.clientWith(threePl, everyPermission);
  const rival = await platform.clientWith(threePl, everyPermission, {
    merchantId: threePl.secondMerchantId!,
  });
  const body = { container_no: 'MSKU6000006', pickup: 'A', delivery: 'B' };
  const own = await operator.post(path, { ...body, merchant_id: threePl.merchantId });
  t.is(own.status, 201, own.text);
  t.is((await rival.get(`/v1/drayage/containers/MSKU6000006/events`)).status, 404);
  t.is((await rival.get(`${path}/${own.body.id}`)).status, 404);
  t.is((await rival.post(path, body)).status, 201);
  const event = { code: 'available', occurred_at: '2026-03-10T20:00:00Z' };
  const events = '/v1/drayage/containers/MSKU6000006/events';
  t.like((await operator.post(events, event)).body.error, { code: 'VALIDATION_FAILED' });
  t.is((await operator.post(events, { ...event, merchant_id: threePl.merchantId })).status, 201);
  t.is((await rival.get(events)).body.total, 0);
  t.is(
    (await operator.get(`/v1/drayage/containers?filter[merchant_id]=${threePl.merchantId}`)).body.total,
    1,
  );
});
