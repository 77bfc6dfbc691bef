/** Room is promised once, whoever plans, moves and confirms at the same time. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { createRandom } from '../http/random.ts';
import { until } from '../helpers/wait.ts';
import { read, type Running } from '../fulfillment/outbound-rig.ts';
import { actOn, planLoose, putawayFloor, type PutawayFloor } from './putaway-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  const platform = await joinPlatform();
  t.context.platform = platform;
  await platform.client.patch('/api/tenancy/settings', { capacity_policy: 'refuse' });
});
test.after.always((t) => t.context.platform?.stop());

const holes = (count: number, limits: object): Record<string, object> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`H${index}`, limits]));

test('sixty-four planners on ten holes place exactly what fits', async (t) => {
  const { platform } = t.context;
  const floor = await putawayFloor(platform, holes(10, { capacity: 5 }), { qty: 1_000 });
  const answers = await Promise.all(Array.from({ length: 64 }, () => settledPlan(platform, floor, 5)));
  const placed = answers.flatMap(({ moves }) => moves.map(({ to_location_id: to }: any) => to));
  t.is(placed.length, 10);
  t.is(new Set(placed).size, 10);
  t.is(answers.filter(({ unplaced }) => unplaced.length === 1).length, 54);
});

test('parts of what sixty-four planners ask for fill the holes to the brim', async (t) => {
  const { platform } = t.context;
  const floor = await putawayFloor(platform, holes(10, { capacity: 7 }), { qty: 1_000 });
  const answers = await Promise.all(Array.from({ length: 64 }, () => settledPlan(platform, floor, 3)));
  const placed = answers.flatMap(({ moves }) => moves.map(({ qty }: any) => qty));
  t.is(
    placed.reduce((sum, qty) => sum + qty, 0),
    70,
  );
  await assertWithin(t, platform, floor);
});

/** A plan whose answer is late on a busy machine is read where commands keep their results. */
async function settledPlan({ client }: Running, floor: PutawayFloor, qty: number): Promise<any> {
  const answer = await planLoose(client, floor, qty);
  if (answer.status === 200) return answer.body.data;
  if (answer.status !== 202) throw new Error(answer.text);
  const operation = `/api/operations/${answer.body.data.operation_id}`;
  const told = await until(
    'the plan',
    async () => {
      const now = (await client.get(operation)).body.data;
      return now.state !== 'accepted' && now;
    },
    120_000,
  );
  if (told.state !== 'done') throw new Error(JSON.stringify(told));
  return told.result;
}

// Moves, plans, confirmations and changes of mind, eight at a time, and after each round nothing is over its limits.
test('whatever is planned, moved and confirmed at once, what lies there and what is to come stay within the limits', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const floor = await putawayFloor(
    platform,
    { ...holes(3, { capacity: 6 }), W: { max_weight_kg: 9 }, V: { max_volume_cbm: 2 } },
    { qty: 300, item: { weight_kg: 1.5, volume_cbm: 0.4 } },
  );
  const { pick, whole } = createRandom(9_117);
  const ids = Object.values(floor.places);
  const qty = () => 1 + whole(4);
  const carry = (from: string, to: string) =>
    client.post('/api/wms/inventory/move', {
      warehouse_id: standard.warehouseId,
      from_location_id: from,
      to_location_id: to,
      item_id: floor.item,
      qty: qty(),
    });
  for (let round = 0; round < 30; round += 1) {
    const live = await read(client, `/api/wms/moves?item_id=${floor.item}&status=open&page_size=100`);
    const steps = Array.from({ length: 8 }, (_, index) => async () => {
      const way = pick(['plan', 'move', 'back', 'confirm', 'confirm', 'cancel']);
      if (way === 'plan') return planLoose(client, floor, qty());
      if (way === 'move') return carry(floor.dock, pick(ids));
      if (way === 'back') return carry(pick(ids), floor.dock);
      const move = live[index];
      if (!move) return undefined;
      if (way === 'cancel') return actOn(client, move.id, 'cancel', { reason: 'changed' });
      return actOn(client, move.id, 'confirm');
    });
    const answers = await Promise.all(steps.map((step) => step()));
    for (const answer of answers) if (answer) t.true([200, 202, 409].includes(answer.status), answer.text);
    await assertWithin(t, platform, floor);
  }
});

async function assertWithin(t: any, { owner }: Running, { places }: PutawayFloor): Promise<void> {
  const { rows } = await owner.query(
    `select l.code, l.capacity, l.max_weight_kg, l.max_volume_cbm, r.*
       from locations l cross join lateral (
         select coalesce(sum(qty), 0) as units, coalesce(sum(qty * weight_kg), 0) as kg, coalesce(sum(qty * volume_cbm), 0) as cbm
           from (select b.qty::numeric as qty, b.item_id from inventory_balances b where b.location_id = l.id
                 union all
                 select m.qty::numeric, m.item_id from planned_moves m
                  where m.to_location_id = l.id and m.status in ('open', 'assigned', 'in_progress')) all_there
           join items i on i.id = all_there.item_id
       ) r where l.id = any ($1::uuid[])
         and (r.units > l.capacity or r.kg > l.max_weight_kg or r.cbm > l.max_volume_cbm)`,
    [Object.values(places)],
  );
  t.deepEqual(rows, []);
  const { rows: wrong } = await owner.query(
    `select l.code, l.units_at_least from locations l where l.id = any ($1::uuid[]) and l.units_at_least >
       (select coalesce(sum(b.qty), 0) from inventory_balances b where b.location_id = l.id)
       + (select coalesce(sum(m.qty), 0) from planned_moves m
           where m.to_location_id = l.id and m.status in ('open', 'assigned', 'in_progress'))`,
    [Object.values(places)],
  );
  t.deepEqual(wrong, [], 'says that it is full, and has room');
}
