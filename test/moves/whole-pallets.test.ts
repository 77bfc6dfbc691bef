/** Which pallets a wave does not bring to a face whole. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { assertInvariants, putStock } from '../orders/orders-rig.ts';
import { newShipment, newWave, read, type Running } from '../fulfillment/outbound-rig.ts';
import { actOn } from './putaway-rig.ts';
import { at, faced } from './replenishment-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

test('a pallet of two lots, or one that is to go elsewhere already, does not go whole: the wave is released', async (t) => {
  const { platform } = t.context;
  const { client, standard, owner } = platform;
  const lots = await faced(platform, [0], { min_qty: 0, max_qty: 100 }, { item: { lot_tracked: true } });
  const away = await faced(platform, [0, 0], { min_qty: 0, max_qty: 100 });
  const onPallet = async (reserve: string, stock: { item: string; qty: number; lot?: string }[]) => {
    const made = await client.post('/api/wms/pallets', {
      warehouse_id: standard.warehouseId,
      location_id: reserve,
    });
    const { id, lpn } = made.body.data;
    await putStock(
      platform,
      standard,
      stock.map((one) => ({ ...one, location: reserve, lpnId: id })),
    );
    await owner.query(`update lpns set state = 'active' where id = $1`, [id]);
    return lpn as string;
  };
  await onPallet(lots.reserve[0]!, [
    { item: lots.item, qty: 3, lot: 'L1' },
    { item: lots.item, qty: 10, lot: 'L2' },
  ]);
  const lpn = await onPallet(away.reserve[0]!, [{ item: away.item, qty: 40 }]);
  const byHand = await client.post('/api/wms/moves', {
    kind: 'reslot',
    warehouse_id: standard.warehouseId,
    pallet_lpn: lpn,
    to_location_id: away.reserve[1],
  });
  t.is(byHand.status, 201, byHand.text);
  const shipments = [
    await newShipment(platform, [{ item_id: lots.item, qty: 5 }]),
    await newShipment(platform, [{ item_id: away.item, qty: 5 }]),
  ];
  for (const { id } of shipments) {
    const wave = await newWave(platform, [id]);
    const moves = await read(client, `/api/wms/moves?wave_id=${wave.id}`);
    t.true(moves.length > 0);
    t.true(moves.every((one: any) => one.pallet_lpn === null));
    for (const one of moves) t.is((await actOn(client, one.id, 'confirm')).body.data.status, 'done');
  }
  t.is(await at(platform, lots.face, 'allocated'), 5);
  t.is(await at(platform, away.face, 'allocated'), 5);
  await assertInvariants(t, platform);
});
