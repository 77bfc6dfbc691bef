/** The next best thing from where a person stands; and a walk that was begun is gone on with. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { newItem, putStock } from '../orders/orders-rig.ts';
import { newShelf, patch, type Running } from '../fulfillment/outbound-rig.ts';
import { claimed, inAisle, itemAt, job, waveOf } from '../picking/jobs-rig.ts';
import { ask, count, next, planMove, plannedMove } from './work-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.beforeEach(async (t) => {
  t.context.platform = await joinPlatform();
});
test.afterEach.always((t) => t.context.platform?.stop());

/** A move from a shelf at so many metres. */
async function moveAt(platform: Running, metres: number, more: object = {}): Promise<any> {
  const { standard } = platform;
  const [from, to] = [await newShelf(platform, { x_m: metres, y_m: 0 }), await newShelf(platform)];
  const item = await newItem(platform, standard);
  await putStock(platform, standard, [{ item, qty: 5, location: from }]);
  return planMove(platform, { from_location_id: from, to_location_id: to, item_id: item, qty: 1, ...more });
}

test.serial(
  'of what is equally urgent the nearest comes first, of any kind; what has no coordinates last',
  async (t) => {
    const { platform } = t.context;
    const nowhere = await plannedMove(platform);
    const counting = await count(platform);
    const far = await moveAt(platform, 1);
    const close = await moveAt(platform, 52);
    const urgent = await moveAt(platform, 90, { priority: 1 });
    const shelf = await newShelf(platform, { x_m: 47, y_m: 1 });
    const wave = await waveOf(platform, [[[await itemAt(platform, shelf, 3), 1]]]);
    const near = await newShelf(platform, { x_m: 50, y_m: 0 });
    t.is((await next(platform, { near })).id, urgent.id, 'urgent before near');
    t.is((await next(platform, { near })).id, close.id, 'two metres');
    const pick = await next(platform, { near });
    t.like(pick, { kind: 'pick', ref_id: wave.shipments[0].id }, 'four metres');
    t.is((await next(platform, { near })).id, far.id);
    t.is((await next(platform, { near })).id, nowhere.id, 'the oldest of those that could be anywhere');
    t.is((await next(platform, { near })).id, counting.id);
    t.is(await next(platform, { near }), null);
    const unknown = await ask(platform.client, platform, { near: urgent.id });
    t.is(unknown.body.error?.code, 'UNKNOWN_REFERENCE', unknown.text);
  },
);

test.serial(
  'a person on a walk is given its next pick, with the position to scan, before anything else',
  async (t) => {
    const { platform } = t.context;
    const { client, clientWith, standard } = platform;
    const places = [
      await inAisle(platform, 1, 3),
      await inAisle(platform, 1, 9),
      await inAisle(platform, 2, 5),
    ];
    const items = await Promise.all(places.map((place) => itemAt(platform, place, 5)));
    const wave = await waveOf(platform, [
      [
        [items[0]!, 1],
        [items[2]!, 2],
      ],
      [[items[1]!, 1]],
    ]);
    const urgent = await plannedMove(platform, { priority: 1 });
    const walk = await claimed(platform, { cart: 'C9', wave_id: wave.id });
    const colleague = await clientWith(standard, ['wms.moves.work', 'wms.picking.work']);
    t.is((await next(platform, {}, colleague)).id, urgent.id, 'nobody else is on it');
    for (const { pick_task_id, position } of walk.picks) {
      const work = await next(platform);
      t.like(work, { kind: 'pick', id: pick_task_id });
      const { scan, code, say } = work.steps.at(-1);
      t.deepEqual([scan, code, say], ['position', position, `Put it into ${position}.`]);
      t.deepEqual(work.finish.needs, ['position']);
      const done = await patch(client, work.finish.path, { action: work.finish.action, position: code });
      t.is(done.status, 200, done.text);
    }
    t.is(await next(platform), null);
    t.is((await job(client, walk.id)).status, 'done');
  },
);
