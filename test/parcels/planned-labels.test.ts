/** Labels bought for cartons that are planned: they go with what is packed as planned, and back with what is not. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { putStock, settled } from '../orders/orders-rig.ts';
import { newShelf, newShipment, onTask, patch, read, tasksOf } from '../fulfillment/outbound-rig.ts';
import { startFarCarrier, type FarCarrier } from './far-carrier.ts';
import { inState, labelsPath, newAccount, placeWarehouse } from './parcels-rig.ts';

let platform: Platform & { stop(): Promise<void> };
let far: FarCarrier;
let account: any;
let item: string;
let other: any;

test.before(async () => {
  platform = await joinPlatform();
  far = await startFarCarrier();
  const { client, standard } = platform;
  await placeWarehouse(platform);
  account = await newAccount(client, far.url, { far_side: 'neither' });
  const sides = { inner_length_cm: 20, inner_width_cm: 20, inner_height_cm: 10 };
  const types = '/api/wms/carton-types';
  await client.post(types, { code: 'S', ...sides, tare_kg: 0.2, max_weight_kg: 20 });
  // Dear: nothing is planned into it.
  const large = {
    inner_length_cm: 50,
    inner_width_cm: 50,
    inner_height_cm: 50,
    tare_kg: 2,
    max_weight_kg: 2.1,
  };
  other = (await client.post(types, { code: 'L', ...large })).body.data;
  const each = { level: 'each', length_cm: 9, width_cm: 9, height_cm: 9, weight_kg: 0.5 };
  const made = await client.post('/api/wms/items', { sku: 'TIN', name: 'Tin', packagings: [each] });
  item = made.body.data.id;
  await putStock(platform, standard, [{ item, qty: 500, location: await newShelf(platform) }]);
});
test.after.always(async () => {
  far?.close();
  await platform?.stop();
});

const numbersOf = async ({ id }: any): Promise<string[]> =>
  (await read(platform.client, `/api/wms/shipments/${id}/pack-plan`)).cartons.map(({ sscc }: any) => sscc);
/** A shipment with so many cartons planned of four each, in no wave; `pick` takes its goods. */
async function planned(cartons: number) {
  const { client } = platform;
  const shipment = await newShipment(platform, [{ item_id: item, qty: 4 * cartons }]);
  const plan = await client.post('/api/wms/cartonize', { shipment_id: shipment.id });
  if (plan.body.data?.cartons?.length !== cartons) throw new Error(plan.text);
  const pick = () => patch(client, `/api/wms/shipments/${shipment.id}`, { action: 'pick' });
  return { shipment, numbers: await numbersOf(shipment), pick };
}
const buy = (shipment: any, sscc: string, more: object = {}, headers = {}) =>
  platform.client.post(
    labelsPath,
    {
      shipment_id: shipment.id,
      sscc,
      account_id: account.id,
      service_code: 'GROUND',
      print: false,
      ...more,
    },
    { headers },
  );
const pack = ({ id }: any, body: object) => platform.client.post(`/api/wms/shipments/${id}/cartons`, body);
const label = (id: string) => read(platform.client, `${labelsPath}/${id}`);
const liveOf = async ({ id }: any): Promise<any[]> =>
  (await read(platform.client, `${labelsPath}?shipment_id=${id}`)).filter(
    ({ state }: any) => state !== 'voided' && state !== 'refused',
  );

test.serial(
  'a label is bought by the number of a planned carton, once, and goes with what is packed as planned',
  async (t) => {
    const { client } = platform;
    const { shipment, numbers, pick } = await planned(2);
    const [first, second] = numbers as [string, string];
    const answers = await Promise.all([buy(shipment, first), buy(shipment, first)]);
    t.deepEqual(
      answers.map(({ status }) => status).sort((one, two) => one - two),
      [201, 409],
      answers.map(({ text }) => text).join(),
    );
    t.is(answers.find(({ status }) => status === 409)!.body.error.code, 'LABEL_LIVE');
    const bought = answers.find(({ status }) => status === 201)!.body.data;
    t.like(bought, {
      state: 'bought',
      carton_id: null,
      carton_no: null,
      planned_sscc: first,
      unplanned_for: null,
      weight_by: 'plan',
      weight_kg: 2.2,
    });
    t.is((await buy(shipment, second)).status, 201, 'another planned carton has its own');
    t.is((await buy(shipment, '000000000000000000')).body.error?.code, 'UNKNOWN_REFERENCE');
    const both = await buy(shipment, first, { carton_id: bought.id });
    t.is(both.status, 400, both.text);
    t.is((await pick()).status, 200);
    const packed = await pack(shipment, { planned_carton: 1, weight_kg: 2.25 });
    t.like(packed.body.data, { sscc: first, label_id: bought.id, label_state: 'bought' }, packed.text);
    t.like(await label(bought.id), { carton_id: packed.body.data.id, carton_no: 1, planned_sscc: first });
    const again = await buy(shipment, first);
    t.like(again.body.error, { code: 'LABEL_LIVE', details: { label_id: bought.id } }, again.text);
    t.is((await pack(shipment, { planned_carton: 2 })).status, 201);
    await client.patch('/api/tenancy/settings', { ship_needs_labels: true });
    const left = await patch(client, `/api/wms/shipments/${shipment.id}`, { action: 'ship' });
    t.is(left.status, 200, left.text);
    await client.patch('/api/tenancy/settings', { ship_needs_labels: false });
    t.is((await liveOf(shipment)).length, 2);
  },
);

test.serial(
  'what is packed in another type, or weighs otherwise, has its label taken back and may have its own',
  async (t) => {
    const { shipment, numbers, pick } = await planned(2);
    const labels = [];
    for (const sscc of numbers) labels.push((await buy(shipment, sscc)).body.data);
    t.is((await pick()).status, 200);
    const typed = await pack(shipment, { planned_carton: 1, carton_type_id: other.id });
    t.like(typed.body.data, { sscc: numbers[0], label_id: null }, typed.text);
    const heavy = await pack(shipment, { planned_carton: 2, weight_kg: 2.4 });
    t.like(heavy.body.data, { sscc: numbers[1], label_id: null }, heavy.text);
    for (const { id } of labels) {
      const back = await inState(platform.client, id, 'voided');
      t.like(back, { carton_id: null, unplanned_for: 'packed_otherwise' });
    }
    const own = await buy(shipment, numbers[1]!);
    t.like(
      own.body.data,
      { carton_id: heavy.body.data.id, planned_sscc: null, weight_by: 'scale' },
      own.text,
    );
    t.is((await pack(shipment, { planned_carton: 2 })).status, 409, 'it is packed once');
  },
);

test.serial(
  'what is never packed has its label taken back as its shipment leaves, or is cancelled',
  async (t) => {
    const { client } = platform;
    for (const [action, why] of [
      ['ship', 'not_packed'],
      ['cancel', null],
    ] as const) {
      const { shipment, numbers, pick } = await planned(1);
      const { id } = (await buy(shipment, numbers[0]!)).body.data;
      if (action === 'ship') await pick();
      const left = await patch(client, `/api/wms/shipments/${shipment.id}`, { action });
      t.is(left.status, 200, left.text);
      t.like(await inState(client, id, 'voided'), { unplanned_for: why });
    }
  },
);

test.serial(
  'a label that is being sold as its carton is packed otherwise goes back once it was sold',
  async (t) => {
    const { client } = platform;
    const { shipment, numbers, pick } = await planned(1);
    await pick();
    let open = (): void => {};
    far.gate = new Promise<void>((resolve) => (open = resolve));
    far.mood = () => 'waits at the gate';
    const before = far.asked.length;
    const asked = await buy(shipment, numbers[0]!, {}, { prefer: 'respond-async' });
    t.is(asked.status, 202, asked.text);
    const { id } = asked.body.data;
    await until('its carrier is asked', () => far.asked.length > before);
    const packed = await pack(shipment, { planned_carton: 1, carton_type_id: other.id });
    t.is(packed.status, 201, packed.text);
    open();
    far.mood = () => 'honest';
    t.like(await inState(client, id, 'voided'), { unplanned_for: 'packed_otherwise' });
  },
);

/** A released wave whose cartons are planned. */
async function released(qtys: readonly number[], shelf: string, goods: string) {
  const { client, standard } = platform;
  await putStock(platform, standard, [{ item: goods, qty: 100, location: shelf }]);
  const house = { warehouse_id: standard.warehouseId };
  const shipments: any[] = [];
  for (const qty of qtys) shipments.push(await newShipment(platform, [{ item_id: goods, qty }]));
  const plan = await settled(client, await client.post('/api/wms/waves/plan', house), 'plan');
  const [wave] = plan.body.data.waves;
  await patch(client, `/api/wms/waves/${wave.id}`, { action: 'release' });
  await until('the cartons are planned', async () => {
    const answers = await Promise.all(
      shipments.map(({ id }) => client.get(`/api/wms/shipments/${id}/pack-plan`)),
    );
    return answers.every(({ status }) => status === 200);
  });
  return { wave, shipments };
}

test.serial(
  'in a wave: labels by rule as cartons are planned, and back with a short pick or the wave',
  async (t) => {
    const { client, standard } = platform;
    const each = { level: 'each', length_cm: 9, width_cm: 9, height_cm: 9, weight_kg: 0.5 };
    const made = await client.post('/api/wms/items', { sku: 'CUP', name: 'Cup', packagings: [each] });
    const goods = made.body.data.id;
    const template = { name: 'Boxes', ship_mode: 'parcel', cartonize_at_release: true };
    await client.post('/api/wms/wave-templates', { warehouse_id: standard.warehouseId, ...template });
    const fixed = { choose: 'fixed', account_ids: [account.id], services: ['GROUND'] };
    const rule = await client.post('/api/tms/carrier-rules', {
      name: 'Planned',
      priority: 1,
      buy_at: 'plan',
      ...fixed,
    });
    t.is(rule.status, 201, rule.text);
    const { wave, shipments } = await released([8, 4], await newShelf(platform), goods);
    const [short, whole] = shipments;
    const boughtOf = (shipment: any, count: number) =>
      until('its labels are bought', async () => {
        const labels = await read(client, `${labelsPath}?shipment_id=${shipment.id}&state=bought`);
        return labels.length === count && labels;
      });
    const labels = await boughtOf(short, 2);
    t.true(labels.every(({ weight_by: by, rule_id: id }: any) => by === 'plan' && id === rule.body.data.id));
    const [kept] = await boughtOf(whole, 1);
    const numbers = await numbersOf(short);

    const [task] = await tasksOf(client, { wave_id: wave.id, shipment_id: short.id });
    await onTask(client, task.id, 'claim');
    t.is((await onTask(client, task.id, 'short', { picked_qty: 6 })).status, 200);
    t.deepEqual(await numbersOf(short), numbers, 'boxes that stand there keep their numbers');
    const cut = labels.find(({ planned_sscc: sscc }: any) => sscc === numbers[1]);
    t.like(await inState(client, cut.id, 'voided'), { unplanned_for: 'planned_otherwise' });
    const full = labels.find(({ planned_sscc: sscc }: any) => sscc === numbers[0]);
    t.like(
      await label(full.id),
      { state: 'bought', unplanned_for: null },
      'the carton with its four is as it was',
    );
    await until('the smaller one has a label of its own', async () => {
      const live = await liveOf(short);
      return live.some(({ planned_sscc: sscc, weight_kg }: any) => sscc === numbers[1] && weight_kg === 1.2);
    });
    const packed = await pack(short, { planned_carton: 1 });
    t.like(packed.body.data, { label_id: full.id, label_state: 'bought' }, packed.text);

    t.is((await patch(client, `/api/wms/waves/${wave.id}`, { action: 'cancel' })).status, 200);
    t.like(await inState(client, kept.id, 'voided'), { unplanned_for: 'wave_cancelled' });
    t.like(await label(full.id), { state: 'bought', carton_id: packed.body.data.id }, 'what is packed stays');
    t.is(
      (await client.patch(`/api/tms/carrier-rules/${rule.body.data.id}`, { is_active: false })).status,
      200,
    );
  },
);

test.serial(
  'planned cartons are rated together, and a quote of one buys its label; on v1 as well',
  async (t) => {
    const { client } = platform;
    far.rates = [{ service_code: 'GROUND', amount: 5, currency: 'USD', days: 2 }];
    const { shipment, numbers } = await planned(2);
    for (const prefix of ['/api', '/v1']) {
      const quotes = await until('the carrier is heard in its time', async () => {
        const asked = { shipment_id: shipment.id, ssccs: numbers };
        const rated = await client.post(`${prefix}/tms/rates`, asked, { headers: { prefer: 'wait=30' } });
        t.is(rated.status, 200, rated.text);
        const said = rated.body.data ?? rated.body;
        return said.quotes.length === 2 && said.quotes;
      });
      t.deepEqual(
        quotes.map(({ planned_sscc: sscc, carton_id: id }: any) => [sscc, id]),
        numbers.map((sscc) => [sscc, null]),
      );
      const quote_id = quotes[prefix === '/api' ? 0 : 1].quote_id;
      const body = { shipment_id: shipment.id, quote_id, print: false };
      const wrong = await client.post(`${prefix}/tms/labels`, {
        ...body,
        sscc: numbers[prefix === '/api' ? 1 : 0],
      });
      t.is(wrong.status, 400, wrong.text);
      const sscc = numbers[prefix === '/api' ? 0 : 1];
      const sold = await client.post(`${prefix}/tms/labels`, { ...body, sscc });
      t.is(sold.status, 201, sold.text);
      t.like(sold.body.data ?? sold.body, { planned_sscc: sscc, carton_id: null });
    }
    const day = { account_id: account.id, warehouse_id: platform.standard.warehouseId };
    await client.post('/api/tms/manifests', day);
    const labels = await read(client, `${labelsPath}?shipment_id=${shipment.id}`);
    t.true(
      labels.every((one: any) => one.state === 'bought' && one.manifest_id === null),
      'it is not packed',
    );
  },
);
