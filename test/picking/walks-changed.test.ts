/** The metres of a walk follow what becomes of its picks: back to where it has been, without what has left it. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { assertInvariants, newItem, putStock } from '../orders/orders-rig.ts';
import { onTask, patch, type Running } from '../fulfillment/outbound-rig.ts';
import { claimed, finish, inAisle, itemAt, job, put, waveOf } from './jobs-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.beforeEach(async (t) => {
  const platform = await joinPlatform();
  t.context.platform = platform;
  await platform.owner.query(
    `update locations set x_m = 4, y_m = 0, aisle = 'A1' where organization_id = $1 and type = 'staging'`,
    [platform.standard.id],
  );
});
test.afterEach.always((t) => t.context.platform?.stop());

const walkOf = (made: any): unknown[] =>
  made.picks.map(({ location_id: at, stop, metres }: any) => [at, stop, metres]);

test.serial('the way back to a place that was passed is walked as well', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const [one, two, three] = [
    await inAisle(platform, 1, 2),
    await inAisle(platform, 1, 5),
    await inAisle(platform, 1, 9),
  ];
  const items = await Promise.all([one, two, three].map((place) => itemAt(platform, place, 2)));
  const wave = await waveOf(
    platform,
    items.map((item) => [[item, 2] as const]),
  );
  const made = await claimed(platform, { wave_id: wave.id, from_location_id: one });
  t.deepEqual(
    [made.metres, walkOf(made)],
    [
      16,
      [
        [one, 1, 0],
        [two, 2, 3],
        [three, 3, 7],
      ],
    ],
  );
  await put(client, made.picks[0]);
  await putStock(platform, standard, [{ item: items[1]!, qty: 2, location: one }]);
  t.is((await onTask(client, made.picks[1].pick_task_id, 'short', {})).status, 200);
  const walked = await job(client, made.id);
  // From five on to nine (4), back to two (7), and out (2); or first back to two and then nine, which is longer.
  t.is(walked.metres, 3 + 4 + 7 + 2);
  t.deepEqual(
    walked.picks
      .filter(({ status }: any) => status === 'assigned')
      .map(({ location_id: at, metres }: any) => [at, metres]),
    [
      [three, 7],
      [one, 14],
    ],
  );
  const done = await finish(client, made.id);
  t.like(done, { status: 'done', metres: 16 });
  await assertInvariants(t, platform);
});

test.serial('what has left the job is not walked to, also when it was the last', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const places = [
    await inAisle(platform, 1, 2),
    await inAisle(platform, 1, 5),
    await inAisle(platform, 1, 9),
  ];
  const [one, two] = places;
  const items = await Promise.all(places.map((place) => itemAt(platform, place, 2)));
  const wave = await waveOf(
    platform,
    items.map((item) => [[item, 2] as const]),
  );
  const made = await claimed(platform, { wave_id: wave.id, from_location_id: one });
  t.is(made.metres, 16);
  const cancelled = await patch(client, `/api/wms/shipments/${wave.shipments[2].id}`, { action: 'cancel' });
  t.is(cancelled.status, 200, cancelled.text);
  await put(client, made.picks[0]);
  const left = await job(client, made.id);
  t.is(left.metres, 8, 'to five, and out');
  t.deepEqual(walkOf(left).slice(0, 2), [
    [one, 1, 0],
    [two, 2, 3],
  ]);
  t.is((await patch(client, `/api/wms/shipments/${wave.shipments[1].id}`, { action: 'cancel' })).status, 200);
  t.like(await job(client, made.id), { status: 'done' });
});

test.serial('a walk that changes with its last pick is as long as it was walked', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const places = [await inAisle(platform, 1, 2), await inAisle(platform, 1, 9)];
  const items = await Promise.all(places.map((place) => itemAt(platform, place, 2)));
  const wave = await waveOf(
    platform,
    items.map((item) => [[item, 2] as const]),
  );
  const made = await claimed(platform, { wave_id: wave.id, from_location_id: places[0] });
  t.is(made.metres, 16);
  await patch(client, `/api/wms/shipments/${wave.shipments[1].id}`, { action: 'cancel' });
  await put(client, made.picks[0]);
  t.like(await job(client, made.id), { status: 'done', metres: 2 });
});

test.serial('a walk of which no stop was picked begins where it began when it is planned anew', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const bays = [20, 9, 7, 5, 2];
  const [start, nine, seven, five, two] = (await Promise.all(
    bays.map((bay) => inAisle(platform, 1, bay)),
  )) as [string, string, string, string, string];
  const onPlate = async (place: string) => {
    const at = { warehouse_id: standard.warehouseId, location_id: place };
    const { id, lpn } = (await client.post('/api/wms/pallets', at)).body.data;
    const item = await newItem(platform, standard);
    await putStock(platform, standard, [{ item, qty: 2, location: place, lpnId: id }]);
    return { item, lpn };
  };
  const [first, second] = [await onPlate(five), await onPlate(two)];
  const wave = await waveOf(platform, [[[first.item, 2]], [[second.item, 2]]]);
  const made = await claimed(platform, { wave_id: wave.id, from_location_id: start });
  t.is(made.metres, 20);
  for (const [lpn, to] of [
    [first.lpn, nine],
    [second.lpn, seven],
  ]) {
    const body = { warehouse_id: standard.warehouseId, pallet_lpn: lpn, to_location_id: to };
    const moved = await client.post('/api/wms/inventory/move', body, { headers: { prefer: 'wait=60' } });
    t.is(moved.status, 200, moved.text);
  }
  await put(client, made.picks[0]);
  t.is((await job(client, made.id)).metres, 13 + 7, 'to seven, and out');
});
