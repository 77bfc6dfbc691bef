/** What classing items by their picks reads of a long ledger. */
import test from 'ava';
import { inTenant } from '../../db/database.ts';
import { readVelocity } from '../../db/moves/velocity.write.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { fillWithPlenty } from '../helpers/plenty.ts';
import { rowsLookedAt } from '../lists/rows-read.ts';

const days = 7;

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async (t) => {
  t.timeout(240_000);
  platform = await startPlatform(undefined, { workers: false });
  await fillWithPlenty(platform.owner, platform.standard, 50_000);
});
test.after.always(() => platform?.stop());

test('how often items are picked is counted without reading what else happened', async (t) => {
  const { database, owner, standard } = platform;
  const { rows } = await owner.query<{ picked: number }>(
    `select count(*)::integer as picked from inventory_ledger
      where organization_id = $1 and transaction_type in ('pick', 'ship')
        and occurred_at >= now() - make_interval(days => $2)`,
    [standard.id, days],
  );
  const ofLedger = ['inventory_ledger'];
  const looked = await inTenant(database, { organizationId: standard.id }, async (tx) => {
    const before = await rowsLookedAt(tx, ofLedger);
    await readVelocity(tx, standard.warehouseId, { days, aPercent: 80, bPercent: 15 }, 10);
    return (await rowsLookedAt(tx, ofLedger)) - before;
  });
  t.true(looked > 0);
  // Once for the classes, once for the items.
  t.true(looked <= 2 * rows[0]!.picked, `${looked} rows for ${rows[0]!.picked} picks`);
});
