/** Orders asked for at the same moment in one transaction are read together, and each caller gets its own. */
import test from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { execute, inTenant } from '../../db/database.ts';
import { sql } from '../../db/sql-text.ts';
import { findOrder } from '../../db/orders/orders.read.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { drive, newItem, newOrder, putStock } from './orders-rig.ts';

let platform: Platform & { stop(): Promise<void> };

test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform.stop());

/** A draft, an order on hold twice, and one with two shipment lines. */
async function threeOrders(): Promise<string[]> {
  const { client, standard } = platform;
  const items = [await newItem(platform, standard), await newItem(platform, standard)];
  await putStock(
    platform,
    standard,
    items.map((item) => ({ item, qty: 10 })),
  );
  const lines = items.map((item) => ({ item, qty: 2 }));
  const draft = await newOrder(client, lines.slice(0, 1));
  const held = await newOrder(client, lines);
  await client.post(`/api/oms/orders/${held.id}/holds`, { reason: 'PAYMENT' });
  await client.post(`/api/oms/orders/${held.id}/holds`, { reason: 'MANUAL' });
  const pushed = await newOrder(client, lines.toReversed());
  await drive(client, pushed.id, 'submit', 'approve', 'push-to-wms');
  return [draft.id, held.id, pushed.id];
}

test('orders read together are what each is by itself; an unknown one is none', async (t) => {
  const ids = await threeOrders();
  const { id: organizationId } = platform.standard;
  const wanted = [...ids, uuidv7(), ids[0]!.toUpperCase(), ids[2]!];
  await inTenant(platform.database, { organizationId }, async (tx) => {
    const alone = [];
    for (const id of wanted) alone.push(await findOrder(tx, id));
    const together = await Promise.all(wanted.map((id) => findOrder(tx, id)));
    t.deepEqual(together, alone);
    t.deepEqual(
      together.map((order) => order?.lines.length),
      [1, 2, 2, undefined, 1, 2],
    );
    t.deepEqual(together[1]!.hold_reasons, ['MANUAL', 'PAYMENT']);
    t.deepEqual(
      together.map((order) => order?.wms_shipments.length),
      [0, 0, 1, undefined, 0, 1],
    );
  });
});

test('what was read a moment ago is read again', async (t) => {
  const [id] = await threeOrders();
  const { id: organizationId } = platform.standard;
  await inTenant(platform.database, { organizationId }, async (tx) => {
    t.is((await findOrder(tx, id!))!.note, '');
    await execute(
      tx,
      sql`update sales_orders set note = 'later' where organization_id = ${organizationId} and id = ${id}`,
    );
    t.is((await findOrder(tx, id!))!.note, 'later');
  });
});

test('if reading together fails, each caller is to read alone, and only the one at fault fails again', async (t) => {
  const [id] = await threeOrders();
  const { id: organizationId } = platform.standard;
  const codesOf = async (wanted: readonly string[]): Promise<unknown[]> => {
    const codes: unknown[] = [];
    const read = inTenant(platform.database, { organizationId }, async (tx) => {
      const settled = await Promise.allSettled(wanted.map((one) => findOrder(tx, one)));
      codes.push(...settled.map((one) => (one.status === 'rejected' ? one.reason.code : 'read')));
    });
    await read.catch(() => {});
    return codes;
  };
  t.deepEqual(await codesOf([id!, 'nonsense']), ['25P02', '25P02']);
  t.deepEqual(await codesOf([id!]), ['read']);
  t.deepEqual(await codesOf(['nonsense']), ['22P02']);
});
