import test from 'ava';
import { parse } from 'csv-parse/sync';
import { everyPermission, joinPlatform } from '../helpers/join-platform.ts';
import { done, receive, secondWarehouse, shippedTransfer } from './transfers-rig.ts';

test('transfers as a spreadsheet: of each line what left, arrived, was lost and is on its way', async (t) => {
  const platform = await joinPlatform(t);
  const { client, standard, threePl } = platform;
  const to = await secondWarehouse(client);
  const first = await shippedTransfer(platform, to, 10);
  t.is((await receive(client, first, to, 7)).status, 200);
  await done(client, first, 'close', { missing: 'write_off', reason_code: 'lost' });
  const second = await shippedTransfer(platform, to, 4);
  t.is((await receive(client, second, to, 1)).status, 200);
  const rowsOf = async (by: typeof client, more = ''): Promise<any[]> =>
    parse((await by.get(`/api/exports/transfers${more}`)).text, { columns: true });
  const rows = await rowsOf(client);
  t.deepEqual(
    rows.map((row) => [
      row.transfer_no,
      row.status,
      row.to_warehouse_code,
      row.shipped_qty,
      row.received_qty,
      row.written_off_qty,
      row.in_transit_qty,
    ]),
    [
      [first.transfer_no, 'closed', 'W2', '10', '7', '3', '0'],
      [second.transfer_no, 'partially_received', 'W2', '4', '1', '0', '3'],
    ],
  );
  t.deepEqual(await rowsOf(client, '?date_to=2020-01-01'), []);
  const own = await platform.clientWith(standard, everyPermission, { merchantId: standard.merchantId });
  t.is((await rowsOf(own)).length, 2);
  const stranger = await platform.clientWith(threePl, everyPermission);
  t.deepEqual(await rowsOf(stranger), []);
  const floor = await platform.clientWith(standard, ['wms.inbound.receive']);
  t.is((await floor.get('/api/exports/transfers')).status, 403);
});
