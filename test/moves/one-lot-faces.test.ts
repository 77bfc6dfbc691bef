/** Pick faces that hold one lot. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { putStock } from '../orders/orders-rig.ts';
import { newShipment, newWave, read, type Running } from '../fulfillment/outbound-rig.ts';
import { actOn } from './putaway-rig.ts';
import { at, faced, planned } from './replenishment-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

test('a face of one lot is filled with more of the lot that lies there, from anywhere, and with no other', async (t) => {
  const { platform } = t.context;
  const { standard, client } = platform;
  const { item, face, reserve } = await faced(
    platform,
    [0, 0, 0],
    { min_qty: 10, max_qty: 50 },
    { item: { lot_tracked: true }, place: { mixing: 'one_lot' } },
  );
  const lots = [
    { qty: 5, lot: 'L1', location: face },
    { qty: 30, lot: 'L2', location: reserve[0]! },
    { qty: 20, lot: 'L1', location: reserve[1]! },
    { qty: 100, lot: 'L1', location: reserve[2]! },
  ];
  for (const one of lots) await putStock(platform, standard, [{ item, ...one }]);
  const { moves } = await planned(platform, { location_ids: [face] });
  t.deepEqual(
    moves.map((one: any) => [one.lot_no, one.qty, one.from_location_id]),
    [
      ['L1', 20, reserve[1]],
      ['L1', 25, reserve[2]],
    ],
  );
  for (const { id } of moves) t.is((await actOn(client, id, 'confirm')).body.data.status, 'done');
  t.is(await at(platform, face), 50);
});

test('a wave brings to a face of one lot what is of the lot that lies there', async (t) => {
  const { platform } = t.context;
  const { standard, client } = platform;
  const { item, face, reserve } = await faced(
    platform,
    [0],
    { min_qty: 0, max_qty: 50, refill_uom: 'CS' },
    { item: { lot_tracked: true }, place: { mixing: 'one_lot' } },
  );
  await putStock(platform, standard, [{ item, qty: 40, lot: 'L1', location: reserve[0]! }]);
  await putStock(platform, standard, [{ item, qty: 2, lot: 'L1', location: face }]);
  const { id } = await newShipment(platform, [{ item_id: item, qty: 5 }]);
  const wave = await newWave(platform, [id]);
  const moves = await read(client, `/api/wms/moves?wave_id=${wave.id}`);
  t.deepEqual(
    moves.map((one: any) => [one.lot_no, one.to_location_id, one.qty]),
    [['L1', face, 12]],
  );
});
