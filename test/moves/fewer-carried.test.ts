/** A wave's replenishment of which fewer were put down than the picks that wait for it are to take. */
import anyTest, { type TestFn } from 'ava';
import { newShipment, newWave, read, tasksOf, type Running } from '../fulfillment/outbound-rig.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { assertInvariants } from '../orders/orders-rig.ts';
import { next } from '../tasks/work-rig.ts';
import { actOn } from './putaway-rig.ts';
import { at, faced } from './replenishment-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

/** All seven of a place go to a face for shipments of these quantities. */
async function toFace(platform: Running, quantities: readonly number[]) {
  const { item, face } = await faced(platform, [7], { min_qty: 0, max_qty: 60, refill_uom: 'CS' });
  const ids = [];
  for (const qty of quantities) ids.push((await newShipment(platform, [{ item_id: item, qty }])).id);
  const wave = await newWave(platform, ids);
  const [move] = await read(platform.client, `/api/wms/moves?wave_id=${wave.id}`);
  return { face, move, wave };
}

for (const quantities of [[7], [3, 4]])
  test(`five of ${quantities.join(' and ')} are refused, not told as fewer or as gone`, async (t) => {
    const { platform } = t.context;
    const { client } = platform;
    const { face, move, wave } = await toFace(platform, quantities);
    t.like(move, { qty: 7, carries_allocations: true });
    const fewer = await actOn(client, move.id, 'confirm', { qty: 5 });
    t.is(`${fewer.status} ${fewer.body.error?.code}`, '409 INSUFFICIENT_STOCK', fewer.text);
    t.like(await read(client, `/api/wms/moves/${move.id}`), { status: 'open', done_qty: null });
    t.is(await at(platform, face, 'allocated'), 0);
    const tasks = await tasksOf(client, { wave_id: wave.id });
    t.true(tasks.every(({ status }: any) => status === 'open'));
    t.like((await actOn(client, move.id, 'confirm')).body.data, { status: 'done', done_qty: 7 });
    t.is(await at(platform, face, 'allocated'), 7);
    await assertInvariants(t, platform);
  });

test.serial('a person who carries what picks wait for is not asked how many they put there', async (t) => {
  const { platform } = t.context;
  const { move } = await toFace(platform, [7]);
  const work = await next(platform, { kinds: ['replenish'], zone: move.from_zone });
  t.true(work.choices.length > 1);
  t.deepEqual(
    work.choices.filter(({ say }: any) => /fewer/.test(say)),
    [],
  );
});
