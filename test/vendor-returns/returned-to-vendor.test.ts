/** Units a customer sent back join a return to their vendor, and leave as what they came in. */
import test from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { patch, read, stocked, type Running } from '../fulfillment/outbound-rig.ts';
import type { Client } from '../helpers/client.ts';
import {
  authorizedReturn,
  dispose,
  inspect,
  post,
  receivedReturn,
  receiveUnits,
  soldOrder,
  soldSerials,
} from '../returns/returns-rig.ts';
import { vendorReturnsPath } from './vendor-return-subject.ts';

let platform: Running;
let client: Client;
test.before(async () => {
  platform = await joinPlatform();
  ({ client } = platform);
});
test.after.always(() => platform?.stop());

const at = ({ id }: { id: string }): string => `${vendorReturnsPath}/${id}`;
const act = (of: { id: string }, action: string) => patch(client, at(of), { action });

/** A vendor to whom no other test sends anything back. */
async function ownVendor(more: object = {}): Promise<string> {
  const made = await client.post('/api/wms/vendors', { name: `Vendor ${Math.random()}`, ...more });
  if (made.status !== 201) throw new Error(made.text);
  return made.body.data.id;
}

test('units disposed of to their vendor join its draft, with their serials, and are shipped as they are named', async (t) => {
  const { locations } = platform.standard;
  const vendor_id = await ownVendor();
  const location_id = locations['DOCK-1'];
  const to = (back: any, inspection: string, more: object) =>
    dispose(client, back, inspection, 'vendor', { location_id, ...more });
  const first = await receivedReturn(platform, 2);
  const { inspections } = (await inspect(client, first, 2)).body.data;
  const joined = await to(first, inspections[0].id, { vendor_id, qty: 1 });
  t.is(joined.status, 201, joined.text);
  const { vendor_return_id: id } = joined.body.data.dispositions[0];
  const found = { id };
  t.is((await to(first, inspections[0].id, { vendor_return_id: id })).status, 201);
  const { lines, status } = await read(client, at(found));
  t.is(status, 'draft');
  t.deepEqual(
    lines.map(({ qty, stock_status, return_id, reason_code }: any) => [
      qty,
      stock_status,
      return_id,
      reason_code,
    ]),
    [
      [1, 'hold', first.id, 'too_small'],
      [1, 'hold', first.id, 'too_small'],
    ],
  );
  t.is((await act(found, 'release')).body.data.status, 'released');
  const late = await receivedReturn(platform, 1);
  const after = (await inspect(client, late, 1)).body.data.inspections[0].id;
  t.is((await to(late, after, { vendor_return_id: id })).body.error.code, 'ILLEGAL_TRANSITION');
  t.is(
    (await to(late, after, { vendor_id, location_id: locations['A-01'] })).body.error.code,
    'INSUFFICIENT_STOCK',
  );
  t.like((await to(late, after, { vendor_id, location_id: null })).body.error.details[0], {
    path: 'location_id',
  });
  t.like((await to(late, after, { vendor_id, kind: 'quarantine' })).body.error.details[0], {
    path: 'vendor_id',
  });
  const next = await to(late, after, { vendor_id });
  t.not(next.body.data.dispositions[0].vendor_return_id, id, 'a released one takes no more');
  t.is((await act(found, 'ship')).body.data.status, 'shipped');
});

test('serials that came back and go to their vendor are those that leave, whichever came first', async (t) => {
  const serials = [1, 2, 3].map((n) => `V-${n}-${Date.now()}`);
  const sold = await soldSerials(platform, serials);
  const back = await authorizedReturn(client, sold, 2);
  const came = [serials[2], serials[0]];
  await receiveUnits(platform, back, 2, { serial_nos: came });
  const { inspections } = (await inspect(client, back, 2, { serial_nos: came })).body.data;
  const { locations } = platform.standard;
  const vendor_id = await ownVendor();
  const disposed = await dispose(client, back, inspections[0].id, 'vendor', {
    vendor_id,
    qty: 1,
    serial_nos: [serials[2]],
    location_id: locations['DOCK-1'],
  });
  t.is(disposed.status, 201, disposed.text);
  const found = { id: disposed.body.data.dispositions[0].vendor_return_id };
  t.deepEqual((await read(client, at(found))).lines.at(-1).serial_nos, [serials[2]]);
  await act(found, 'release');
  t.is((await act(found, 'ship')).body.data.status, 'shipped');
  const { rows } = await platform.owner.query(
    "select serial_no from serials where item_id = $1 and state = 'in_stock'",
    [sold.itemId],
  );
  t.deepEqual(rows, [{ serial_no: serials[0] }], 'what a customer sent back first stays');
});

test('a draft is changed until it is released: its address, its leave, where its goods stand, and which of them go', async (t) => {
  const { locations, warehouseId: warehouse_id } = platform.standard;
  const vendor_id = await ownVendor({ contact: { phone: '555-0100' } });
  const [dock, cage] = [locations['DOCK-1'], locations['A-02']];
  const joined: any[] = [];
  for (const qty of [2, 1]) {
    const back = await receivedReturn(platform, qty);
    const { inspections } = (await inspect(client, back, qty)).body.data;
    const disposed = await dispose(client, back, inspections[0].id, 'vendor', {
      vendor_id,
      location_id: dock,
    });
    t.is(disposed.status, 201, disposed.text);
    joined.push({ back, id: disposed.body.data.dispositions[0].vendor_return_id });
  }
  const [first, second] = joined;
  const found = { id: first.id };
  t.is(second.id, first.id);
  const draft = await read(client, at(found));
  t.regex(draft.ship_to.name, /^Vendor /);
  t.is(draft.ship_to.phone, '555-0100');
  const moved = await post(client, '/api/wms/inventory/move', {
    warehouse_id,
    item_id: first.back.sold.itemId,
    from_location_id: dock,
    to_location_id: cage,
    qty: 2,
    status: 'hold',
  });
  t.true(moved.status < 300, moved.text);
  t.is(
    (await act(found, 'release')).body.error.code,
    'INSUFFICIENT_STOCK',
    'nothing follows a move by itself',
  );
  const edit = (body: object) => patch(client, at(found), body);
  const [line, other] = draft.lines;
  const path = async (lines: object[]) => (await edit({ lines })).body.error.details[0];
  t.like(await path([{ id: line.id }]), { path: 'lines.0.location_id', code: 'required' });
  t.like(await path([{ id: line.id, location_id: cage, remove: true }]), { code: 'not_allowed' });
  t.like(
    await path([
      { id: line.id, remove: true },
      { id: line.id, location_id: cage },
    ]),
    { code: 'duplicate' },
  );
  t.like(await path(draft.lines.map(({ id }: any) => ({ id, remove: true }))), { path: 'lines' });
  t.is((await edit({ lines: [{ id: dock, remove: true }] })).body.error.code, 'UNKNOWN_REFERENCE');
  t.is((await edit({ lines: [{ id: line.id, location_id: line.id }] })).body.error.code, 'UNKNOWN_REFERENCE');
  const ship_to = { name: 'Maker', address: '1 Mill Rd', city: 'Dayton', country: 'US' };
  const changed = await edit({
    authorization_no: 'RA-9',
    ship_to,
    ship_mode: 'ltl',
    carrier_code: 'ABCD',
    lines: [
      { id: line.id, location_id: cage },
      { id: other.id, remove: true },
    ],
  });
  t.is(changed.status, 200, changed.text);
  t.like(changed.body.data, { authorization_no: 'RA-9', ship_to, ship_mode: 'ltl', carrier_code: 'ABCD' });
  t.deepEqual(
    changed.body.data.lines.map(({ id, location_id }: any) => [id, location_id]),
    [[line.id, cage]],
  );
  const { shipment_id } = (await act(found, 'release')).body.data;
  t.like(await read(client, `/api/wms/shipments/${shipment_id}`), { ship_to, ship_mode: 'ltl' });
  t.is((await edit({ note: 'late' })).body.error.code, 'ILLEGAL_TRANSITION');
  const next = await receivedReturn(platform, 1);
  const { inspections } = (await inspect(client, next, 1)).body.data;
  const { body } = await dispose(client, next, inspections[0].id, 'vendor', { vendor_id, location_id: dock });
  const after = await read(client, at({ id: body.data.dispositions[0].vendor_return_id }));
  t.deepEqual(after.ship_to, ship_to, 'the next goes where the last one went');
});

test('a draft is released as it was, or as it is changed: one before the other', async (t) => {
  const { warehouseId: warehouse_id } = platform.standard;
  const vendor_id = await ownVendor();
  const item = await stocked(platform, { 'A-01': 9 });
  for (let round = 0; round < 4; round += 1) {
    const made = await post(client, vendorReturnsPath, {
      warehouse_id,
      vendor_id,
      lines: [
        { item_id: item, qty: 1 },
        { item_id: item, qty: 1 },
      ],
    });
    const found = made.body.data;
    const [edited, released] = await Promise.all([
      patch(client, at(found), { lines: [{ id: found.lines[0].id, remove: true }] }),
      act(found, 'release'),
    ]);
    t.is(released.status, 200, released.text);
    if (edited.status !== 200) t.is(edited.body.error.code, 'ILLEGAL_TRANSITION');
    const shipment = await read(client, `/api/wms/shipments/${released.body.data.shipment_id}`);
    const units = shipment.lines.reduce((sum: number, { qty }: any) => sum + qty, 0);
    t.is(units, edited.status === 200 ? 1 : 2);
    t.is((await read(client, at(found))).lines.length, units);
  }
});

test('units whose rule names a vendor join its draft, also taken in at once', async (t) => {
  const { standard } = platform;
  const vendor_id = await ownVendor();
  const item_class = `BACK-${Math.random()}`;
  const rule = { name: item_class, priority: 1, item_class, disposition: 'restock', vendor_id };
  const elsewhere = await post(client, '/api/oms/return-rules', rule);
  t.like(elsewhere.body.error?.details[0], { path: 'vendor_id' }, elsewhere.text);
  const made = await post(client, '/api/oms/return-rules', { ...rule, disposition: 'vendor' });
  t.is(made.status, 201, made.text);
  const location_id = standard.locations['DOCK-1'];
  const first = await receivedReturn(platform, 1, { item_class });
  const { inspections } = (await inspect(client, first, 1)).body.data;
  const joined = await dispose(client, first, inspections[0].id, 'vendor', { location_id });
  t.is(joined.status, 201, joined.text);
  const { vendor_return_id: id } = joined.body.data.dispositions[0];
  t.is((await read(client, at({ id }))).vendor_id, vendor_id);
  const other = await authorizedReturn(client, await soldOrder(platform, 1, { item_class }), 1);
  const lines = [{ sku: other.lines[0].sku, qty: 1, location_id }];
  const taken = await client.post(`/v1/oms/returns/${other.id}/receive`, { lines });
  t.is(taken.status, 200, taken.text);
  t.is((await read(client, `/api/oms/returns/${other.id}`)).dispositions[0].vendor_return_id, id);
});
