/** What a move that is carried out waits for, it waits for before it holds stock; and what it reads is certain. */
import anyTest, { type TestFn } from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { inTenant } from '../../db/database.ts';
import { post } from '../../db/inventory/ledger.write.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { assertInvariants } from '../orders/orders-rig.ts';
import { newShipment, newWave, read, type Running } from '../fulfillment/outbound-rig.ts';
import { receiptsPath } from '../helpers/receiving.ts';
import { until } from '../helpers/wait.ts';
import { actOn, putawayFloor } from './putaway-rig.ts';
import { at, faced } from './replenishment-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

/** The session that waits for this one. */
const waitingFor = ({ owner }: Running, pid: number): Promise<number> =>
  until('somebody waits for what is held', async () => {
    const { rows } = await owner.query(
      'select pid from pg_stat_activity where $1 = any (pg_blocking_pids(pid))',
      [pid],
    );
    return rows[0]?.pid as number | undefined;
  });

/** Holds a row, lets a request run into it, and looks at what that holds meanwhile. */
async function whileHeld(
  platform: Running,
  held: { table: string; id: string },
  ask: () => Promise<any>,
  look: (free: (table: string, condition: string, id: string) => Promise<boolean>) => Promise<void>,
): Promise<any> {
  const { owner } = platform;
  const [holder, other] = [await owner.connect(), await owner.connect()];
  try {
    await holder.query('begin');
    await holder.query(`select 1 from ${held.table} where id = $1 for update`, [held.id]);
    const { rows } = await holder.query('select pg_backend_pid() as pid');
    const answer = ask();
    await waitingFor(platform, rows[0].pid);
    await look(async (table, condition, id) => {
      const all = await other.query(`select 1 from ${table} where ${condition}`, [id]);
      const free = await other.query(`select 1 from ${table} where ${condition} for update skip locked`, [
        id,
      ]);
      return all.rows.length > 0 && free.rows.length === all.rows.length;
    });
    await holder.query('commit');
    return await answer;
  } finally {
    await holder.query('rollback').catch(() => undefined);
    holder.release();
    other.release();
  }
}

test('a move that waits for its receipt holds neither the move nor the stock at its dock', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const floor = await putawayFloor(platform, { A: {} });
  const made = await client.post(receiptsPath, {
    warehouse_id: standard.warehouseId,
    source_type: 'manual',
    lines: [{ item_id: floor.item, expected_qty: 5 }],
  });
  const { id, lines } = made.body.data;
  await client.post(`${receiptsPath}/${id}/receive-line`, {
    receipt_line_id: lines[0].id,
    location_id: floor.dock,
    received_qty: 5,
  });
  const planned = await client.post('/api/wms/putaway/plan', { receipt_id: id });
  t.is(planned.status, 200, planned.text);
  const [move] = await read(client, `/api/wms/moves?receipt_id=${id}`);
  const confirmed = await whileHeld(
    platform,
    { table: 'inbound_receipts', id },
    () => actOn(client, move.id, 'confirm'),
    async (isFree) => {
      t.true(await isFree('planned_moves', 'id = $1', move.id));
      t.true(await isFree('inventory_balances', 'location_id = $1 and qty > 0', floor.dock));
    },
  );
  t.like(confirmed.body.data, { status: 'done' });
});

test('a move that waits for a shipment whose goods it carries holds neither the move nor the stock', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { item, face, reserve } = await faced(platform, [100], { min_qty: 0, max_qty: 60, refill_uom: 'CS' });
  const shipment = await newShipment(platform, [{ item_id: item, qty: 3 }]);
  const wave = await newWave(platform, [shipment.id]);
  const [move] = await read(client, `/api/wms/moves?wave_id=${wave.id}`);
  const confirmed = await whileHeld(
    platform,
    { table: 'wms_shipments', id: shipment.id },
    () => actOn(client, move.id, 'confirm'),
    async (isFree) => {
      t.true(await isFree('planned_moves', 'id = $1', move.id));
      t.true(await isFree('inventory_balances', 'location_id = $1 and qty > 0', reserve[0]!));
    },
  );
  t.like(confirmed.body.data, { status: 'done', done_qty: 12 });
  t.is(await at(platform, face), 12);
  await assertInvariants(t, platform);
});

test('of the free stock that goes along, what is left when its turn comes is carried', async (t) => {
  const { platform } = t.context;
  const { client, database, standard } = platform;
  const { item, face, reserve } = await faced(platform, [12], { min_qty: 0, max_qty: 60, refill_uom: 'CS' });
  const shipment = await newShipment(platform, [{ item_id: item, qty: 3 }]);
  const wave = await newWave(platform, [shipment.id]);
  const [move] = await read(client, `/api/wms/moves?wave_id=${wave.id}`);
  t.is(move.qty, 12);
  // Somebody takes four of the nine that are free, and is not done with it when the move comes for them.
  const confirmed = await inTenant(database, { organizationId: standard.id }, async (tx) => {
    await post(tx, { organizationId: standard.id, commandId: uuidv7(), actor: 'test' }, [
      {
        warehouse_id: standard.warehouseId,
        merchant_id: standard.merchantId,
        item_id: item,
        location_id: reserve[0]!,
        status: 'available',
        lot_no: '',
        lpn_id: null,
        qty_delta: -4,
        transaction_type: 'adjust',
        ref_type: 'test',
        ref_id: null,
      },
    ]);
    const { rows } = await tx.raw('select pg_backend_pid() as pid');
    const confirming = actOn(client, move.id, 'confirm');
    await waitingFor(platform, rows[0].pid);
    return { answer: confirming };
  });
  t.like((await confirmed.answer).body.data, { status: 'done', done_qty: 8 });
  t.is(await at(platform, face), 8);
  await assertInvariants(t, platform);
});
