/** Goods that change places: whoever ends their moves and whoever carries one take them in one order. */
import anyTest, { type TestFn } from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { inTenant, type TenantTransaction } from '../../db/database.ts';
import type { StockPosting } from '../../db/inventory/posting.ts';
import { lockMovesOfPlates, lockToCarry } from '../../db/moves/lock-to-carry.write.ts';
import { dropMove, finishMove, lockPlannedMove } from '../../db/moves/planned-moves.write.ts';
import { read, type Running } from '../fulfillment/outbound-rig.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { newItem, putStock, settled } from '../orders/orders-rig.ts';
import { aisle } from './slotting-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

/** Two places with a license plate each, that change places over an empty one. */
async function plates(platform: Running) {
  const { client, standard, owner } = platform;
  const { warehouse_id, places } = await aisle(platform, { NEAR: 2, FAR: 50, FREE: 30, ELSE: 40 });
  const plate = async (code: string, qty: number) => {
    const made = await client.post('/api/wms/pallets', { warehouse_id, location_id: places[code] });
    const { id } = made.body.data;
    const item = await newItem(platform, standard);
    await putStock(platform, standard, [{ item, qty, location: places[code]!, lpnId: id }]);
    await owner.query(`update lpns set state = 'active' where id = $1`, [id]);
    return { id };
  };
  await plate('FAR', 4);
  const near = await plate('NEAR', 5);
  const body = { warehouse_id, location_id: places['FAR']!, other_location_id: places['NEAR']! };
  return { places, near, body };
}

/** Work as the engine gives it, whose events nobody reads. */
const workIn = ({ standard }: Running, tx: TenantTransaction): StockPosting => ({
  tx,
  organizationId: standard.id,
  commandId: uuidv7(),
  actor: { name: 'test' },
  takeNumber: () => Promise.reject(new Error('no number is taken')),
  emit: () => undefined,
  signal: () => {},
});

test('who ends a swap and who carries one of its moves wait for each other, and never both', async (t) => {
  const { platform } = t.context;
  const { client, database, standard, owner } = platform;
  const inOrganization = <T>(run: (tx: TenantTransaction) => Promise<T>): Promise<T> =>
    inTenant(database, { organizationId: standard.id }, run);
  const isWaitedFor = async (tx: TenantTransaction): Promise<void> => {
    const { rows } = await tx.raw('select pg_backend_pid() as pid');
    await until('somebody waits for this', async () => {
      const found = await owner.query(
        'select 1 from pg_stat_activity where $1 = any (pg_blocking_pids(pid))',
        [rows[0].pid],
      );
      return found.rows.length > 0;
    });
  };
  const { near, places, body } = await plates(platform);
  const person = { id: uuidv7(), name: 'Ann' };
  /** The others, by what they have in hand of the same swap; each begins at another of its moves. */
  const others: ((tx: TenantTransaction, ids: readonly string[]) => Promise<string[]>)[] = [
    async (tx, [out]) => {
      const [move] = await lockToCarry(tx, [{ move_id: out! }]);
      if (move!.status === 'open')
        await finishMove(workIn(platform, tx), move!, {
          qty: move!.qty,
          toLocationId: places['FREE']!,
          reason: null,
          person,
        });
      return [move!.status];
    },
    async (tx, [, next]) => {
      const move = await lockPlannedMove(tx, next!);
      if (move.status === 'open') await dropMove(workIn(platform, tx), move, 'test');
      return [move.status];
    },
    async (tx) => {
      const live = await lockMovesOfPlates(tx, [near.id]);
      for (const move of live) await dropMove(workIn(platform, tx), move, 'test');
      return live.length === 0 ? ['cancelled'] : live.map(({ status }) => status);
    },
  ];
  for (const [index, other] of others.entries()) {
    const { move_ids: ids } = (
      await settled(client, await client.post('/api/wms/slotting-swaps', body), 'swap')
    ).body.data;
    let begun: Promise<string[]> | undefined;
    // Whoever deadlocks here is told so: nothing tries again.
    await inOrganization(async (tx) => {
      const back = await lockPlannedMove(tx, ids[2]);
      begun = inOrganization((beside) => other(beside, ids));
      begun.catch(() => undefined);
      await isWaitedFor(tx);
      await dropMove(workIn(platform, tx), back, 'test');
    });
    t.deepEqual(await begun, ['cancelled'], `it comes after the end: ${index}`);
    for (const id of ids) t.is((await read(client, `/api/wms/moves/${id}`)).status, 'cancelled');
  }
});
