/** A return of which nothing came by its last day expires by itself; one that somebody counts at that moment does not. */
import test from 'ava';
import { readTenant } from '../../db/database.ts';
import { organizationsWithOverdueReturns, overdueReturns } from '../../db/returns/overdue-returns.read.ts';
import type { Client } from '../helpers/client.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { runHere } from '../helpers/run-here.ts';
import { read, type Running } from '../fulfillment/outbound-rig.ts';
import { drive, putStock } from '../orders/orders-rig.ts';
import { askReturn, authorizedReturn, post, receiveUnits, returnsPath, soldOrder } from './returns-rig.ts';

let platform: Running;
let client: Client;
// One after the other: one of them moves the clock of the warehouse.
test.before(async () => {
  platform = await joinPlatform();
  ({ client } = platform);
});
test.after.always(() => platform?.stop());

const at = (id: string): string => `${returnsPath}/${id}`;

const expire = (id: string) => runHere(platform, 'oms.expire_return', { return_id: id });

/** An authorized return of one unit whose last day, at the warehouse, was some days ago. */
async function overdueReturn(daysAgo = 1): Promise<any> {
  const sold = await soldOrder(platform, 1);
  return { ...(await overdue(await authorizedReturn(client, sold, 1), daysAgo)), sold };
}

async function overdue(found: any, daysAgo = 1): Promise<any> {
  await platform.owner.query(
    `update returns r set expires_on = (now() at time zone w.time_zone)::date - $2::integer from warehouses w
      where w.organization_id = r.organization_id and w.id = r.warehouse_id and r.id = $1`,
    [found.id, daysAgo],
  );
  return found;
}

const isListed = async (id: string): Promise<boolean> =>
  (await readTenant(platform.database, { organizationId: platform.standard.id }, overdueReturns)).some(
    (one) => one.id === id,
  );

test.serial(
  'past its last day it expires with its receipt, once, and frees what it authorised',
  async (t) => {
    const found = await overdueReturn();
    t.true((await organizationsWithOverdueReturns(platform.database)).includes(platform.standard.id));
    t.true(await isListed(found.id));
    t.like(await expire(found.id), { state: 'done', result: { expired: true } });
    t.like(await expire(found.id), { state: 'done', result: { expired: false } });
    t.false(await isListed(found.id));
    const after = await read(client, at(found.id));
    t.is(after.status, 'expired');
    t.truthy(after.expired_at);
    t.is((await read(client, `/api/wms/inbound-receipts/${found.receipt_id}`)).status, 'closed');
    t.like((await receiveUnits(platform, found, 1)).body.error, { code: 'RECEIPT_NOT_RECEIVABLE' });
    const { rows } = await platform.owner.query(
      `select data->>'previous_status' as previous from events where subject_id = $1 and type = 'return.expired'`,
      [found.id],
    );
    t.deepEqual(rows, [{ previous: 'authorized' }]);
    t.is((await askReturn(client, found.sold, 1)).status, 201);
  },
);

test.serial('its last day is a day of its warehouse: until that ends it stays', async (t) => {
  const found = await overdueReturn(0);
  t.false(await isListed(found.id));
  t.like(await expire(found.id), { state: 'done', result: { expired: false } });
  // Wherever UTC stands, it is the next day already at one of the two ends of the world, or still the same at the other.
  const { warehouseId } = platform.standard;
  const move = (zone: string) =>
    platform.owner.query('update warehouses set time_zone = $2 where id = $1', [warehouseId, zone]);
  const { rows } = await platform.owner.query('select time_zone from warehouses where id = $1', [
    warehouseId,
  ]);
  try {
    await move('Etc/GMT+12');
    await platform.owner.query(
      `update returns set expires_on = (now() at time zone 'Etc/GMT+12')::date where id = $1`,
      [found.id],
    );
    t.false(await isListed(found.id));
    await move('Etc/GMT-14');
    t.true(await isListed(found.id), '26 hours ahead it is over');
  } finally {
    await move(rows[0].time_zone);
  }
});

test.serial('one that was counted, or whose receipt somebody has open, does not expire', async (t) => {
  const counted = await overdueReturn();
  await receiveUnits(platform, counted, 1);
  t.like(await expire(counted.id), { state: 'done', result: { expired: false } });
  t.is((await read(client, at(counted.id))).status, 'receiving');
  const opened = await overdueReturn();
  const task = await post(client, '/api/wms/receiving-tasks', { receipt_id: opened.receipt_id });
  t.true(task.status < 300, task.text);
  t.false(await isListed(opened.id));
  t.like(await expire(opened.id), { state: 'done', result: { expired: false } });
  t.is((await read(client, at(opened.id))).status, 'authorized');
});

test.serial('the first count against its expiry: one wins, and the other is told why', async (t) => {
  for (let round = 0; round < 6; round += 1) {
    const found = await overdueReturn();
    const [counted, over] = await Promise.all([receiveUnits(platform, found, 1), expire(found.id)]);
    const { status } = await read(client, at(found.id));
    t.is(over.state, 'done');
    if (counted.status === 200) {
      t.false(over.result.expired);
      t.is(status, 'receiving');
    } else {
      t.like(counted.body.error, { code: 'RECEIPT_NOT_RECEIVABLE' });
      t.true(over.result.expired);
      t.is(status, 'expired');
    }
  }
});

test.serial('while what replaces its goods is under way it stays; a mere draft ends with it', async (t) => {
  for (const [step, status] of [
    [['submit', 'approve', 'push-to-wms'], 'authorized'],
    [['submit'], 'expired'],
  ] as const) {
    const sold = await soldOrder(platform, 1);
    await putStock(platform, platform.standard, [{ item: sold.itemId, qty: 1, location: 'A-01' }]);
    const found = await overdue(await authorizedReturn(client, sold, 1, { wanted: 'replace' }));
    await drive(client, found.replacement_order_id, ...step);
    t.is(await isListed(found.id), status === 'expired');
    t.like(await expire(found.id), { state: 'done', result: { expired: status === 'expired' } });
    t.is((await read(client, at(found.id))).status, status);
  }
});
