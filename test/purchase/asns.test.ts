import test from 'ava';
import { checkDigit } from '../../domain/inventory/sscc.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import type { Client } from '../helpers/client.ts';
import { makeOrder, ordersPath } from '../helpers/purchase.ts';
import { receiptsPath } from '../helpers/receiving.ts';

let platform: Platform & { stop(): Promise<void> };
let client: Client;
test.before(async () => {
  platform = await joinPlatform();
  ({ client } = platform);
});
test.after.always(() => platform?.stop());

const path = '/v1/purchase/asns';
const patient = { headers: { prefer: 'wait=30' } };
const act = (id: string, verb: string, body: object = {}) =>
  client.post(`${path}/${id}/${verb}`, body, patient);
const ssccOf = (serial: number): string => {
  const body = `0061414${String(serial).padStart(10, '0')}`;
  return body + checkDigit(body);
};

test('from po_id alone it copies the remainder, once, however many ask at once', async (t) => {
  const id = await makeOrder(client, platform.standard);
  const part = await client.post(path, { po_id: id, lines: [{ sku: 'PLAIN', qty: 3 }] });
  t.is(part.status, 201, part.text);
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => client.post(path, { po_id: id, eta: '2030-05-01' })),
  );
  t.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409, 409, 409],
  );
  const made = answers.find(({ status }) => status === 201)!.body;
  t.like(made.lines[0], { sku: 'PLAIN', qty: 7 });
  t.is(answers.find(({ status }) => status === 409)!.body.error.code, 'NOTHING_TO_ANNOUNCE');
  t.like(made, {
    status: 'announced',
    po_id: id,
    vendor_id: platform.standard.vendorId,
    merchant_id: platform.standard.merchantId,
  });
  await act(made.id, 'cancel');
  t.is((await client.post(path, { po_id: id })).body.lines[0].qty, 7, 'a cancelled notice announces nothing');
});

test('two notices counted on one receipt are both announced until both are counted', async (t) => {
  const { standard } = platform;
  const id = await makeOrder(client, standard);
  const released = await client.post(`${ordersPath}/${id}/release`, {}, patient);
  for (const qty of [6, 4]) {
    const part = await client.post(path, { po_id: id, lines: [{ sku: 'PLAIN', qty }] });
    t.is((await act(part.body.id, 'arrive')).body.receipt_id, released.body.receipt_id);
  }
  const receipt = `${receiptsPath}/${released.body.receipt_id}`;
  const [line] = (await client.get(receipt)).body.data.lines;
  const location_id = standard.locations['DOCK-1'];
  const counted = { receipt_line_id: line.id, received_qty: 6, location_id };
  t.is((await client.post(`${receipt}/receive-line`, counted, patient)).status, 200);
  t.is((await client.post(path, { po_id: id })).body.error?.code, 'NOTHING_TO_ANNOUNCE');
});

test('cartons with SSCC, lots and expiry; a number is on its way once', async (t) => {
  const carton = (serial: number) => ({
    sscc: ssccOf(serial),
    weight_kg: 12.5,
    lines: [{ sku: 'LOT', qty: 6, lot_no: 'L-1', expiry_date: '2031-01-31' }],
  });
  const made = await client.post(path, { cartons: [carton(1), carton(2)], container_no: 'csqu 305438-3' });
  t.is(made.status, 201, made.text);
  t.is(made.body.container_no, 'CSQU3054383');
  t.like(made.body.cartons[1], { sscc: ssccOf(2), carton_no: 2, weight_kg: 12.5 });
  t.like(made.body.cartons[1].lines[0], { sku: 'LOT', lot_no: 'L-1', expiry_date: '2031-01-31' });
  const again = await client.post(path, { cartons: [carton(2)] });
  t.like(again.body.error, { code: 'SSCC_IN_USE', details: { ssccs: [ssccOf(2)] } });
  const wrong = await client.post(path, { cartons: [{ ...carton(3), sscc: '1'.repeat(18) }] });
  t.like(wrong.body.error, { code: 'VALIDATION_FAILED' });
  t.is((await client.post(path, { cartons: [carton(4), carton(4)] })).status, 400);
  t.is((await client.post(path, {})).body.error.code, 'VALIDATION_FAILED');
  await act(made.body.id, 'cancel');
  t.is(
    (await client.post(path, { cartons: [carton(2)] })).status,
    201,
    'a cancelled notice gives its numbers back',
  );
});

test('a carton announced several times at once is announced once, and the others are told so', async (t) => {
  const cartons = [{ sscc: ssccOf(77), lines: [{ sku: 'PLAIN', qty: 1 }] }];
  const answers = await Promise.all(Array.from({ length: 8 }, () => client.post(path, { cartons })));
  t.is(answers.filter(({ status }) => status === 201).length, 1);
  for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
    t.is(status, 409);
    t.like(body.error, { code: 'SSCC_IN_USE', details: { ssccs: [ssccOf(77)] } });
  }
});

test('every arrival that was expected is kept', async (t) => {
  const id = await makeOrder(client, platform.standard);
  const { body } = await client.post(path, { po_id: id, eta: '2030-05-01' });
  await act(body.id, 'eta', { eta: '2030-05-04T08:00:00Z', reason: 'port', note: 'congestion' });
  const same = await act(body.id, 'eta', { eta: '2030-05-04T08:00:00Z', reason: 'weather' });
  t.is(same.status, 200);
  const shown = (await act(body.id, 'eta', { eta: '2030-05-06', reason: 'customs' })).body;
  t.deepEqual(
    shown.eta_changes.map(({ eta, reason }: { eta: string; reason: string }) => [eta.slice(0, 10), reason]),
    [
      ['2030-05-01', 'announced'],
      ['2030-05-04', 'port'],
      ['2030-05-06', 'customs'],
    ],
  );
  t.is(shown.eta_changes[2].previous_eta, '2030-05-04T08:00:00.000Z');
  await t.throwsAsync(platform.owner.query('delete from asn_eta_changes where asn_id = $1', [body.id]), {
    message: /append-only/,
  });
});

test('it arrives on the order’s open receipt, else on one of its own, and then follows it', async (t) => {
  const { standard } = platform;
  const id = await makeOrder(client, standard);
  const asn = (await client.post(path, { po_id: id })).body;
  const { receipt_id: receiptId } = (await client.post(`${ordersPath}/${id}/release`, {}, patient)).body;
  await act(asn.id, 'depart');
  const arrived = await act(asn.id, 'arrive');
  t.like(arrived.body, { status: 'arrived', receipt_id: receiptId }, arrived.text);
  t.deepEqual((await act(asn.id, 'arrive')).body, arrived.body);
  t.is((await act(asn.id, 'eta', { eta: '2030-01-01' })).body.error.code, 'ILLEGAL_TRANSITION');
  const { lines } = (await client.get(`${receiptsPath}/${receiptId}`)).body.data;
  const counted = {
    receipt_line_id: lines[0].id,
    received_qty: 10,
    location_id: standard.locations['DOCK-1'],
  };
  await client.post(`${receiptsPath}/${receiptId}/receive-line`, counted, patient);
  t.is((await client.get(`${path}/${asn.id}`)).body.status, 'receiving');
  await client.post(`${receiptsPath}/${receiptId}/complete-receive`, {}, patient);
  t.is((await client.get(`${path}/${asn.id}`)).body.status, 'received');
  t.is((await client.get(`${path}?filter[status]=received&filter[po_id]=${id}`)).body.total, 1);

  const alone = (await client.post(path, { lines: [{ sku: 'LOT', qty: 2, lot_no: 'L-9' }] })).body;
  const own = (await act(alone.id, 'arrive')).body;
  const receipt = (await client.get(`${receiptsPath}/${own.receipt_id}`)).body.data;
  t.like(receipt, { source_type: 'portal', source_id: alone.id, status: 'imported' });
  t.like(receipt.lines[0], { expected_qty: 2, lot_no: 'L-9' });
});

test('the notice of an order that is still a draft makes no receipt, by whichever way it arrives', async (t) => {
  const { owner, standard } = platform;
  const no = 'MSKU3900005';
  const id = await makeOrder(client, standard);
  const asn = (await client.post(path, { po_id: id, container_no: no })).body;
  const early = await act(asn.id, 'arrive');
  t.is(early.status, 409, early.text);
  t.like(early.body.error, { code: 'ORDER_NOT_RELEASED', details: { po_id: id, status: 'draft' } });
  const trip = await client.post('/v1/drayage/orders', {
    container_no: no,
    pickup: 'APM Terminals Pier 400',
    delivery: 'Whittier DC',
  });
  t.is(trip.status, 201, trip.text);
  const complete = () => client.post(`/v1/drayage/orders/${trip.body.id}/complete`, {}, patient);
  t.is((await complete()).body.error?.code, 'ORDER_NOT_RELEASED');
  const made = await owner.query('select 1 from inbound_receipts where source_id = any ($1)', [
    [id, trip.body.id],
  ]);
  t.is(made.rowCount, 0);
  t.is((await client.get(`${path}/${asn.id}`)).body.status, 'announced');

  await client.post(`${ordersPath}/${id}/release`, {}, patient);
  const done = await complete();
  t.is(done.status, 200, done.text);
  t.is((await client.get(`${path}/${asn.id}`)).body.receipt_id, done.body.receipt_id);
});

test('the notice of an order names its merchant or none', async (t) => {
  const { threePl, clientWith } = platform;
  const operator = await clientWith(threePl, ['purchase.view', 'purchase.manage']);
  const id = await makeOrder(operator, threePl);
  const { error } = (await operator.post(path, { po_id: id, merchant_id: 'M2' })).body;
  t.is(error.code, 'UNKNOWN_REFERENCE');
  t.regex(error.message, /^merchant_id names no merchant of the purchase order/);
});
