/** Cartons planned with the release of their wave: picked into, packed under the number they were given, healed after shorts. */
import test from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { assertInvariants, putStock, settled } from '../orders/orders-rig.ts';
import { newShelf, newShipment, onTask, patch, read } from '../fulfillment/outbound-rig.ts';
import { claimed, codeOf, job } from './jobs-rig.ts';

test('a cluster is picked into the cartons that were planned at its release, which are packed under their numbers', async (t) => {
  const platform = await joinPlatform(t);
  const { client, standard } = platform;
  const sides = { inner_length_cm: 20, inner_width_cm: 20, inner_height_cm: 10 };
  await client.post('/api/wms/carton-types', { code: 'S', ...sides, tare_kg: 0.2, max_weight_kg: 20 });
  const each = { level: 'each', length_cm: 9, width_cm: 9, height_cm: 9, weight_kg: 0.5 };
  const { id: item } = (await client.post('/api/wms/items', { sku: 'TIN', name: 'Tin', packagings: [each] }))
    .body.data;
  await putStock(platform, standard, [{ item, qty: 20, location: await newShelf(platform) }]);
  const shipments: any[] = [];
  for (const qty of [2, 6]) shipments.push(await newShipment(platform, [{ item_id: item, qty }]));
  const house = { warehouse_id: standard.warehouseId };
  const template = { ...house, name: 'Boxes', ship_mode: 'parcel', cartonize_at_release: true };
  t.is((await client.post('/api/wms/wave-templates', template)).status, 201);
  const planned = await settled(client, await client.post('/api/wms/waves/plan', house), 'plan');
  const [wave] = planned.body.data.waves;
  t.is((await patch(client, `/api/wms/waves/${wave.id}`, { action: 'release' })).status, 200);
  const planOf = ({ id }: any) => read(client, `/api/wms/shipments/${id}/pack-plan`);
  await until('the cartons are planned', async () => {
    const answers = await Promise.all(
      shipments.map(({ id }) => client.get(`/api/wms/shipments/${id}/pack-plan`)),
    );
    return answers.every(({ status }) => status === 200);
  });
  const [small, large] = [await planOf(shipments[0]), await planOf(shipments[1])];
  t.deepEqual([small.cartons.length, large.cartons.length], [1, 2]);
  const numbers = [...small.cartons, ...large.cartons].map(({ sscc }) => sscc);
  t.true(numbers.every((sscc) => /^\d{18}$/.test(sscc)));
  t.is(new Set(numbers).size, 3);

  const made = await claimed(platform, { cart: 'C1', wave_id: wave.id });
  const pickOf = (shipment: any) => made.picks.find(({ shipment_id: id }: any) => id === shipment.id);
  const [first, second] = shipments.map(pickOf);
  t.deepEqual([first.ssccs, second.ssccs], [[numbers[0]], numbers.slice(1)]);
  const asked = await client.post('/api/wms/work/claim', { ...house, kinds: ['pick'] });
  const { ref_id: ofShipment, steps } = asked.body.data.work;
  const into = steps.find(({ scan }: any) => scan === 'position');
  t.deepEqual(
    into.barcodes.map(({ barcode }: any) => barcode),
    pickOf({ id: ofShipment }).ssccs,
    'a handheld knows the cartons that stand there',
  );
  const wrong = await onTask(client, first.pick_task_id, 'confirm', { position: numbers[1] });
  t.is(codeOf(wrong), '409 WRONG_POSITION', wrong.text);
  const right = await onTask(client, first.pick_task_id, 'confirm', { position: numbers[0] });
  t.is(right.status, 200, right.text);

  const short = await onTask(client, second.pick_task_id, 'short', { picked_qty: 3, position: numbers[2] });
  t.is(short.status, 200, short.text);
  t.is((await job(client, made.id)).status, 'done');
  const healed = await planOf(shipments[1]);
  t.deepEqual(
    healed.cartons.map(({ sscc, lines }: any) => [sscc, lines[0].qty]),
    [[numbers[1], 3]],
    'what was found goes into a carton that stands there already',
  );
  const cartons = `/api/wms/shipments/${shipments[1].id}/cartons`;
  const packed = await client.post(cartons, { planned_carton: 1 });
  t.is(packed.status, 201, packed.text);
  t.like(packed.body.data, { sscc: numbers[1], planned_carton: 1 });
  t.is((await client.delete(`/api/wms/cartons/${packed.body.data.id}`)).status, 200);
  const [{ sscc: renumbered }] = (await planOf(shipments[1])).cartons;
  t.false(numbers.includes(renumbered), 'what was unpacked is not used again');
  const again = await client.post(cartons, { planned_carton: 1 });
  t.is(again.status, 201, again.text);
  t.is(again.body.data.sscc, renumbered);
  await assertInvariants(t, platform);
});
