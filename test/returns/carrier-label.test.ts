/** The label of a parcel that comes back: bought once from a carrier, for the way from the customer to the warehouse. */
import test from 'ava';
import { readTenant } from '../../db/database.ts';
import { overdueReturns } from '../../db/returns/overdue-returns.read.ts';
import { parcelCommands } from '../../queues/parcels/parcels.ts';
import { returnCommands } from '../../queues/returns/returns.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { runHere } from '../helpers/run-here.ts';
import { stocked } from '../fulfillment/outbound-rig.ts';
import { startFarCarrier, zplOf, type FarCarrier } from '../parcels/far-carrier.ts';
import { minutesAgo, scan } from '../parcels/tracking-rig.ts';
import { inState, labelsPath, newAccount, onLabel, placeWarehouse } from '../parcels/parcels-rig.ts';
import { asked as invoiced, path as carrierInvoicesPath } from '../transport/carrier-invoices-rig.ts';
import { authorizedReturn, home, patch, post, returnsPath, soldTo, type Sold } from './returns-rig.ts';

let platform: Platform & { stop(): Promise<void> };
let far: FarCarrier;
let account: any;
test.before(async () => {
  platform = await joinPlatform();
  far = await startFarCarrier();
  await placeWarehouse(platform);
  account = await newAccount(platform.client, far.url);
});
test.after.always(async () => {
  far?.close();
  await platform?.stop();
});

async function sold(ship_to: object = home): Promise<Sold> {
  return soldTo(platform, await stocked(platform, { 'A-01': 2 }, { weight_kg: 1.5 }), 2, ship_to);
}

const buy = (found: any, more: object = {}) =>
  platform.client.post(`${returnsPath}/${found.id}/carrier-label`, {
    account_id: account.id,
    service_code: 'GROUND',
    ...more,
  });
/** The return among those that the label's number names at the dock: another carrier of a test may give the same. */
const scanned = async ({ tracking_no }: { tracking_no: string }, { id }: { id: string }): Promise<any> =>
  (await platform.client.get(`/api/wms/returns/lookup?code=${tracking_no}`)).body.data.returns.find(
    (one: any) => one.id === id,
  );
const soldOf = (id: string) => far.sold.filter(({ reference }) => reference === id);

test('it is bought once, from the customer to the warehouse, and scanned at the dock it names its return', async (t) => {
  const { client, owner } = platform;
  const found = await authorizedReturn(client, await sold(), 2);
  const both = await Promise.all([buy(found), buy(found)]);
  const bought = both.find(({ status }) => status !== 409)!;
  t.deepEqual(
    both.filter(({ status }) => status === 409).map(({ body }) => body.error.code),
    ['LABEL_LIVE'],
  );
  const label = await inState(client, bought.body.data.id, 'bought');
  t.like(label, {
    shipment_id: null,
    shipment_no: null,
    return_id: found.id,
    return_no: found.return_no,
    merchant_id: found.merchant_id,
    weight_kg: 3,
    weight_by: 'items',
  });
  t.is(soldOf(label.id).length, 1);
  const { rows } = await owner.query('select parcel, is_printed from label_purchases where id = $1', [
    label.id,
  ]);
  t.like(rows[0].parcel, {
    shipment_no: found.return_no,
    ship_from: { name: 'Ann Buyer', city: 'Dayton' },
    ship_to: { city: 'Columbus', country: 'US' },
  });
  t.false(rows[0].is_printed, 'whoever sends the parcel prints it');
  t.is((await client.get(`${labelsPath}/${label.id}/file`)).text, zplOf(label.tracking_no));
  const listed = (await client.get(`${labelsPath}?return_id=${found.id}`)).body.data;
  t.deepEqual(
    listed.map(({ id }: any) => id),
    [label.id],
  );
  const onV1 = (await client.get(`/v1/tms/labels?filter[return_id]=${found.id}`)).body.data;
  t.deepEqual(
    onV1.map(({ id, billing }: any) => [id, billing]),
    [[label.id, 'prepaid']],
  );
  t.is((await scanned(label, found)).status, 'authorized');
  const { rows: events } = await owner.query(
    "select data from events where subject_id = $1 and type = 'label.bought'",
    [label.id],
  );
  t.like(events[0].data, { shipment_id: null, return_id: found.id, tracking_no: label.tracking_no });
  const billable = await owner.query(
    'select document_id, source_ref, ship_mode from billable_carrier_labels where source_id = $1',
    [label.id],
  );
  t.like(billable.rows, [{ document_id: found.id, source_ref: label.tracking_no, ship_mode: 'parcel' }]);

  t.is((await onLabel(client, label.id, 'void')).status, 200);
  await inState(client, label.id, 'voided');
  t.true(soldOf(label.id)[0]!.isVoided);
  t.not((await buy(found)).body.data?.id, undefined, 'another may be bought then');
});

test('what its carrier gave no answer to is settled before another is bought', async (t) => {
  const { client } = platform;
  const losing = await startFarCarrier();
  t.teardown(() => losing.close());
  let buys = 0;
  losing.mood = (_reference, what) => (what === 'buy' && (buys += 1) === 1 ? 'takes and hangs up' : 'honest');
  const { id: account_id } = await newAccount(client, losing.url);
  const found = await authorizedReturn(client, await sold(), 1);
  const { data } = (
    await client.post(
      `${returnsPath}/${found.id}/carrier-label`,
      { account_id, service_code: 'GROUND' },
      { headers: { prefer: 'respond-async' } },
    )
  ).body;
  await inState(client, data.id, 'bought');
  t.is(losing.sold.filter(({ reference }) => reference === data.id).length, 1);
});

test('a return that ends without anything has its label taken back, and gets no other', async (t) => {
  const { client } = platform;
  const found = await authorizedReturn(client, await sold(), 1);
  const { id } = (await buy(found)).body.data;
  await inState(client, id, 'bought');
  const ended = await patch(client, `${returnsPath}/${found.id}`, { action: 'cancel' });
  t.is(ended.status, 200, ended.text);
  await inState(client, id, 'voided');
  t.true(soldOf(id)[0]!.isVoided);
  const { rows } = await platform.owner.query('select 1 from billable_carrier_labels where source_id = $1', [
    id,
  ]);
  t.is(rows.length, 0);
  t.is((await buy(found)).body.error.code, 'ILLEGAL_TRANSITION');
});

/** An authorized return whose label's carrier has told where its parcel is. */
async function labelTold(kind: string): Promise<{ found: any; id: string; tracking_no: string }> {
  const { client } = platform;
  const found = await authorizedReturn(client, await sold(), 1);
  const { id } = (await buy(found)).body.data;
  const label = await inState(client, id, 'bought');
  const body = JSON.stringify({ events: [scan(label, kind, minutesAgo(5))] });
  await runHere(platform, parcelCommands.recordTracking.name, { account_id: account.id, body });
  return { found, id, tracking_no: label.tracking_no };
}

const expired = async (id: string): Promise<boolean> => {
  await platform.owner.query('update returns set expires_on = current_date - 5 where id = $1', [id]);
  const listed = await readTenant(
    platform.database,
    { organizationId: platform.standard.id },
    overdueReturns,
  );
  const { result } = await runHere(platform, returnCommands.expireReturn.name, { return_id: id });
  return result.expired && listed.some((one) => one.id === id);
};

test('while its parcel is on its way a return does not expire; ended by somebody, its label stays and is told', async (t) => {
  const { client, owner } = platform;
  const { found, id, tracking_no } = await labelTold('in_transit');
  t.false(await expired(found.id));
  t.is((await patch(client, `${returnsPath}/${found.id}`, { action: 'cancel' })).status, 200);
  const { state, unneeded_since } = (await client.get(`${labelsPath}/${id}`)).body.data;
  t.is(state, 'bought');
  t.truthy(unneeded_since);
  t.false(soldOf(id)[0]!.isVoided);
  const { rows } = await owner.query(
    "select data ->> 'reason' as reason from events where subject_id = $1 and type = 'label.unneeded'",
    [id],
  );
  t.regex(rows[0].reason, /has the parcel/);
  t.is((await scanned({ tracking_no }, found)).status, 'cancelled');
});

test('a label that was merely announced goes back with its return, and names it at the dock all the same', async (t) => {
  const { client } = platform;
  const { found, id, tracking_no } = await labelTold('announced');
  t.true(await expired(found.id));
  await inState(client, id, 'voided');
  t.is((await scanned({ tracking_no }, found)).status, 'expired');
});

test("its carrier's invoice names its return, in the file to dispute as well", async (t) => {
  const { client, standard } = platform;
  const found = await authorizedReturn(client, await sold(), 1);
  const label = await inState(client, (await buy(found)).body.data.id, 'bought');
  const made = await client.post(carrierInvoicesPath, {
    account_id: account.id,
    carrier_id: standard.carrierId,
    invoice_no: found.return_no,
    invoice_date: '2026-11-20',
    currency: 'USD',
    total: label.amount + 1,
    lines: [invoiced(label, label.amount + 1)],
  });
  t.is(made.status, 201, made.text);
  const at = `${carrierInvoicesPath}/${made.body.data.id}`;
  t.is((await post(client, `${at}/match`, {})).body.data.state, 'matched');
  const [line] = (await client.get(`${at}/lines`)).body.data;
  t.like(line, { label_id: label.id, shipment_no: null, return_no: found.return_no, verdict: 'dearer' });
  const [head, told] = (await client.get(`${at}/lines?format=csv`)).text.split(/\r?\n/);
  t.is(told!.split(',')[head!.split(',').indexOf('return_no')], found.return_no);
});

test('it is on no manifest of the warehouse', async (t) => {
  const { client, standard } = platform;
  const own = await newAccount(client, far.url);
  const found = await authorizedReturn(client, await sold(), 1);
  const { id } = (await buy(found, { account_id: own.id })).body.data;
  await inState(client, id, 'bought');
  const closed = await client.post('/api/tms/manifests', {
    account_id: own.id,
    warehouse_id: standard.warehouseId,
  });
  t.is(closed.status, 409, closed.text);
  t.is((await client.get(`${labelsPath}/${id}`)).body.data.manifest_id, null);
});

test('an address, an account and a way within one customs area are needed', async (t) => {
  const { client } = platform;
  const abroad = await authorizedReturn(client, await sold({ ...home, country: 'DE' }), 1);
  t.is((await buy(abroad)).body.error.code, 'CUSTOMS_INCOMPLETE');
  const near = await buy(abroad, { ship_from: home, weight_kg: 2 });
  t.true(near.status < 300, near.text);
  const order = await sold();
  const found = await authorizedReturn(client, order, 1);
  t.is((await buy(found, { account_id: found.id })).body.error.code, 'UNKNOWN_REFERENCE');
  t.is((await buy(found, { ship_from: { name: 'Ann' } })).body.error.code, 'ADDRESS_REFUSED');
  const asked = await post(client, returnsPath, {
    order_id: order.orderId,
    kind: 'customer',
    lines: [{ order_line_id: order.orderLineId, qty: 1, reason_code: 'too_small' }],
  });
  t.is((await buy(asked.body.data)).body.error.code, 'ILLEGAL_TRANSITION', 'nobody authorized it');
  const own = { services: ['EXPRESS'], billing: 'collect', billing_account_no: 'C-7' };
  const collecting = await buy(found, { account_id: (await newAccount(client, far.url, own)).id });
  t.is(collecting.body.error.code, 'NO_SERVICE', collecting.text);
  t.is(collecting.body.error.details.rejected[0].reasons.length, 2, collecting.text);
  const payer = { billing: 'third_party', billing_account_no: 'TP-1' };
  const paid = await buy(found, { account_id: (await newAccount(client, far.url, payer)).id });
  t.true(paid.status < 300, paid.text);
  t.is((await inState(client, paid.body.data.id, 'bought')).billing, 'third_party');
  const other = await platform.clientWith(platform.threePl, ['tms.labels']);
  const foreign = await other.post(`${returnsPath}/${found.id}/carrier-label`, {
    account_id: account.id,
    service_code: 'GROUND',
  });
  t.is(foreign.status, 404);
});
