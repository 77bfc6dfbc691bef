/** What claiming work gives of waves and pick jobs: the urgent first, and every kind of walk to its end. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { assertInvariants, settled } from '../orders/orders-rig.ts';
import { newShelf, newShipment, patch, read, type Running } from '../fulfillment/outbound-rig.ts';
import { claimed, itemAt, job, waveOf } from '../picking/jobs-rig.ts';
import { done, next } from './work-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.beforeEach(async (t) => {
  t.context.platform = await joinPlatform();
});
test.afterEach.always((t) => t.context.platform?.stop());

test.serial(
  'picks of the most urgent wave are given first, whatever the walk and wherever one stands',
  async (t) => {
    const { platform } = t.context;
    const { client } = platform;
    const [near, far] = [
      await newShelf(platform, { zone: 'A', x_m: 1, y_m: 1 }),
      await newShelf(platform, { zone: 'Z', x_m: 90, y_m: 90 }),
    ];
    const [usual, urgent] = [await itemAt(platform, near, 9), await itemAt(platform, far, 9)];
    await waveOf(platform, [[[usual, 2]], [[usual, 3]], [[usual, 1]]]);
    for (let left = 3; left > 0; left -= 1) await newShipment(platform, [{ item_id: urgent, qty: 1 }]);
    const house = { warehouse_id: platform.standard.warehouseId };
    await client.post('/api/wms/wave-templates', {
      ...house,
      name: 'Urgent',
      ship_mode: 'parcel',
      priority: 7,
    });
    const planned = await settled(client, await client.post('/api/wms/waves/plan', house), 'plan');
    const [wave] = planned.body.data.waves;
    t.is((await patch(client, `/api/wms/waves/${wave.id}`, { action: 'release' })).status, 200);
    const first = await next(platform, { near });
    t.like(first, { kind: 'pick', priority: 7 });
    t.like(await read(client, `/api/wms/tasks/${first.id}`), { priority: 7 });
    const claimedPick = await client.post('/api/wms/pick-tasks/claim', house);
    t.is(claimedPick.body.data.location_id, far);
    t.is((await next(platform)).priority, 7);
    t.like(await next(platform), { kind: 'pick', priority: 100 });
    t.like(await next(platform, { near }), { kind: 'pick', priority: 100 });
  },
);

for (const method of ['batch', 'cluster', 'zone'])
  test.serial(`two people finish a ${method} with nothing but claim and confirm`, async (t) => {
    const { platform } = t.context;
    const { client, clientWith, standard } = platform;
    const items = [];
    for (const zone of ['A', 'B', 'B'])
      items.push(await itemAt(platform, await newShelf(platform, { zone }), 10));
    const wave = await waveOf(platform, [
      items.map((item) => [item, 1] as const),
      items.slice(1).map((item) => [item, 2] as const),
    ]);
    const made = await claimed(platform, { method, cart: 'C1', wave_id: wave.id });
    const colleague = await clientWith(standard, ['wms.picking.work', 'wms.picking.view']);
    const actions: string[] = [];
    const work = async (by: typeof client, more: object = {}): Promise<void> => {
      for (let one = await next(platform, more, by); one; one = await next(platform, more, by)) {
        actions.push(`${one.finish.action} ${one.steps[0].scan}`);
        await done(by, one);
        if (one.finish.action === 'pass_on') return;
      }
    };
    await work(client);
    await work(colleague, { zone: 'B' });
    const confirm = (count: number, scan: string): string[] =>
      Array.from({ length: count }, () => `confirm ${scan}`);
    const expected: Record<string, string[]> = {
      batch: [...Array.from({ length: 3 }, () => 'pick location'), ...confirm(5, 'item')],
      cluster: confirm(5, 'location'),
      // Nobody picked of it before, in either zone.
      zone: ['confirm cart', 'pass_on zone', 'confirm cart', ...confirm(3, 'location')],
    };
    t.deepEqual(actions, expected[method]);
    t.like(await job(client, made.id), { status: 'done', tasks_left: 0 });
    await assertInvariants(t, platform);
  });

test.serial('of several who ask at once one is given the job that waits, and goes on with it', async (t) => {
  const { platform } = t.context;
  const { client, clientWith, standard } = platform;
  const items = [];
  for (const zone of ['A', 'B']) items.push(await itemAt(platform, await newShelf(platform, { zone }), 10));
  const wave = await waveOf(platform, [items.map((item) => [item, 1] as const)]);
  const made = await claimed(platform, { method: 'zone', wave_id: wave.id });
  await waveOf(platform, [[[items[1]!, 1]], [[items[1]!, 1]]]);
  await done(client, await next(platform));
  t.like((await next(platform)).finish, { path: `/api/wms/pick-jobs/${made.id}`, action: 'pass_on' });
  await done(client, await next(platform));
  const people = await Promise.all(
    Array.from({ length: 4 }, () => clientWith(standard, ['wms.picking.work'])),
  );
  t.is((await next(platform)).ref_type, 'shipment', 'whoever handed it on goes on where they are');
  const given = await Promise.all(people.map((one) => next(platform, { zone: 'B' }, one)));
  const [waiting, ...others] = given
    .filter((work) => work)
    .sort((a, b) => Number(b.steps[0].scan === 'cart') - Number(a.steps[0].scan === 'cart'));
  t.like(waiting.steps[0], { scan: 'cart', code: made.job_no });
  t.deepEqual(
    others.map(({ ref_type: of, steps }) => [of, steps[0].scan]),
    [['shipment', 'location']],
  );
  const taker = people[given.indexOf(waiting)]!;
  t.is((await done(taker, waiting)).status, 'done');
  t.is((await job(client, made.id)).status, 'done');
});
