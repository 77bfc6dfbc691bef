/** However many moves wait, who asks for the nearest is given one after a bounded look: the first thousand are compared. */
import anyTest, { type TestFn } from 'ava';
import { inTenant } from '../../db/database.ts';
import { lockNextMoves } from '../../db/moves/next-moves.write.ts';
import { firstWork } from '../../db/tasks/next-work.write.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { newShelf, type Running } from '../fulfillment/outbound-rig.ts';
import { rowsLookedAt } from '../lists/rows-read.ts';
import { next } from './work-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

const waiting = 18_000;
const compared = 1_000;

test('of eighteen thousand open moves a claim reads as many as it compares', async (t) => {
  t.timeout(180_000);
  const { platform } = t.context;
  const { database, standard, owner } = platform;
  const context = { organizationId: standard.id };
  // One a metre along the aisle, the farthest first.
  const shelf = await newShelf(platform, { x_m: 0, y_m: 5 });
  await inTenant(database, context, async (tx) => {
    await tx.raw(
      `with shelves as (
         insert into locations (organization_id, id, warehouse_id, code, type, zone, x_m, y_m)
         select ?, uuid7(), ?, 'NM' || n, 'storage', 'NM', n, 0 from generate_series(1, ?::integer) n returning id, x_m)
       insert into planned_moves (organization_id, id, move_no, kind, warehouse_id, merchant_id, item_id, qty, from_location_id,
                                  to_location_id, created_by, created_at)
       select ?, uuid7(), 'MV-NM-' || x_m::integer, 'reslot', ?, ?, ?, 1, id, ?, 'test', now() - x_m * interval '1 second' from shelves`,
      [
        standard.id,
        standard.warehouseId,
        waiting,
        standard.id,
        standard.warehouseId,
        standard.merchantId,
        standard.items['PLAIN']!,
        shelf,
      ],
    );
  });
  // As autovacuum does after so many.
  await owner.query('analyze locations, planned_moves');
  const wanted = {
    warehouseId: standard.warehouseId,
    kinds: ['reslot'] as const,
    zone: null,
    here: { x: 0, y: 0 },
    people: [standard.id],
  };
  await inTenant(database, context, async (tx) => {
    const tables = ['planned_moves'];
    const before = await rowsLookedAt(tx, tables);
    const first = await firstWork(tx, wanted, ['move'], 1);
    t.is(first[0]?.metres, waiting - compared + 1, 'the nearest of the thousand oldest');
    const seen = await rowsLookedAt(tx, tables);
    t.true(seen - before <= 2 * compared + 50, `${seen - before} rows`);
    const [locked] = await lockNextMoves(tx, wanted, 1);
    t.is(locked?.move_no, `MV-NM-${waiting - compared + 1}`);
    const after = await rowsLookedAt(tx, tables);
    t.true(after - seen <= 2 * compared + 50, `${after - seen} rows`);
  });
  // An urgent one is among the first, wherever it is and however new.
  await owner.query(
    `update planned_moves set priority = 1 where organization_id = $1 and move_no in ('MV-NM-9', 'MV-NM-500')`,
    [standard.id],
  );
  const given = await next(platform, { kinds: ['reslot'], near: shelf });
  t.is(given.ref_no, 'MV-NM-9');
});
