/** Units a customer sent back join a return to their vendor, and leave as what they came in. */
import test from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { patch, read, type Running } from '../fulfillment/outbound-rig.ts';
import type { Client } from '../helpers/client.ts';
import {
  authorizedReturn,
  dispose,
  inspect,
  receivedReturn,
  receiveUnits,
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
async function ownVendor(): Promise<string> {
  const made = await client.post('/api/wms/vendors', { name: `Vendor ${Math.random()}` });
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
