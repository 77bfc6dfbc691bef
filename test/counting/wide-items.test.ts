/** Count plans by item, of items that lie at more places than a task counts. */
import test from 'ava';
import { inTenant } from '../../db/database.ts';
import { post } from '../../db/inventory/ledger.write.ts';
import { newId } from '../../domain/new-id.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { newShelf } from '../fulfillment/outbound-rig.ts';
import { newItem } from '../orders/orders-rig.ts';
import { planOf, run } from './plans-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

let zones = 0;

/** One shelf more than a task can count. */
async function wideZone(): Promise<{ zone: string; shelves: string[] }> {
  const { owner, standard } = platform;
  zones += 1;
  const zone = `ZONE-WIDE-${zones}`;
  const first = await newShelf(platform, { zone, pick_sequence: 0 });
  await owner.query(
    `insert into locations (organization_id, id, warehouse_id, code, type, zone, pick_sequence)
     select organization_id, uuid7(), warehouse_id, zone || '-' || n, type, zone, n from locations, generate_series(1, 501) n
      where id = $1`,
    [first],
  );
  const { rows } = await owner.query(
    'select id from locations where organization_id = $1 and zone = $2 order by pick_sequence',
    [standard.id, zone],
  );
  const shelves = rows.map(({ id }: { id: string }) => id);
  return { zone, shelves };
}

/** An item with one at each of these places, posted in one statement. */
async function oneOnEach(shelves: readonly string[], more: object = {}): Promise<string> {
  const { database, standard } = platform;
  const { id: organizationId, merchantId: merchant_id, warehouseId: warehouse_id } = standard;
  const item_id = await newItem(platform, standard, more);
  const at = { item_id, merchant_id, warehouse_id, status: 'available', lot_no: '', lpn_id: null } as const;
  const entries = shelves.map((location_id) => ({
    ...at,
    location_id,
    qty_delta: 1,
    transaction_type: 'receive' as const,
    ref_type: 'test',
    ref_id: null,
  }));
  await inTenant(database, { organizationId }, (tx) =>
    post(tx, { organizationId, commandId: newId(), actor: 'test' }, entries),
  );
  return item_id;
}

test('items that lie at more places than a task counts are parted, so that each is counted wherever it lies', async (t) => {
  const { client } = platform;
  const { zone, shelves } = await wideZone();
  const near = await oneOnEach(shelves.slice(0, 251));
  const far = await oneOnEach(shelves.slice(251));
  const id = await planOf(platform, zone, { method: 'by_item', lock: 'none' });
  const { tasks } = await run(client, id, { dry_run: true });
  t.deepEqual(tasks.flatMap((one: any) => one.item_ids).toSorted(), [near, far].toSorted());
  t.deepEqual(
    tasks.flatMap((one: any) => one.location_ids).toSorted(),
    shelves.toSorted(),
    'no place of theirs is left out',
  );
});

test('an item at more places than a task counts has several of one day, and is counted once all are', async (t) => {
  const { client, owner } = platform;
  const { zone, shelves } = await wideZone();
  const item_class = 'LIES-WIDE';
  const wide = await oneOnEach(shelves, { item_class });
  const small = await oneOnEach(shelves.slice(0, 1), { item_class });
  const whole = await planOf(platform, zone, {
    method: 'by_item',
    lock: 'none',
    scope: { item_classes: [item_class] },
    places_per_task: 1,
    tasks_per_day_max: 2,
  });
  const days = [
    await run(client, whole, { on: '2035-01-01' }),
    await run(client, whole, { on: '2035-01-02' }),
  ];
  const made = days.flatMap((day) => day.tasks);
  t.is(made.length, 3, 'both of its tasks are of one day, which has two');
  t.is(made.filter(({ item_ids }: any) => item_ids[0] === small).length, 1);
  const parts = made.filter(({ item_ids }: any) => item_ids[0] === wide);
  const counted: string[] = parts.flatMap((one: any) => one.location_ids);
  t.deepEqual(counted.toSorted(), shelves.toSorted(), 'each of its places is in one of them');
  const dueOnceCounted = async () => (await run(client, whole, { dry_run: true, on: '2035-06-01' })).due;
  const ended = (task: string) =>
    owner.query("update count_tasks set state = 'completed', completed_at = '2035-05-31' where id = $1", [
      task,
    ]);
  for (const { count_task_id: task } of made.filter((one: any) => one !== parts[0])) await ended(task);
  t.is(await dueOnceCounted(), 0, 'one that is not counted everywhere is still being counted');
  await owner.query("update count_tasks set state = 'cancelled' where id = $1", [parts[0].count_task_id]);
  t.is(await dueOnceCounted(), 1, 'a part that nobody counted makes it due');
});
