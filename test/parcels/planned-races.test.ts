/** Labels of planned cartons beside what else happens to their shipment meanwhile. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { putStock } from '../orders/orders-rig.ts';
import { newShelf, newShipment, patch, read } from '../fulfillment/outbound-rig.ts';
import { startFarCarrier, type FarCarrier } from './far-carrier.ts';
import { inState, labelsPath, newAccount, onLabel, placeWarehouse } from './parcels-rig.ts';

const paint = { un_no: '1263', class: '3', packing_group: 'II', limited_qty: true };

let platform: Platform & { stop(): Promise<void> };
let far: FarCarrier;
let account: any;
const items: string[] = [];
test.before(async () => {
  platform = await joinPlatform();
  far = await startFarCarrier();
  const { client, standard } = platform;
  await placeWarehouse(platform);
  account = await newAccount(client, far.url, { far_side: 'neither' });
  const sides = { inner_length_cm: 20, inner_width_cm: 20, inner_height_cm: 10 };
  await client.post('/api/wms/carton-types', { code: 'S', ...sides, tare_kg: 0.2, max_weight_kg: 20 });
  const each = { level: 'each', length_cm: 9, width_cm: 9, height_cm: 9, weight_kg: 0.5 };
  for (const sku of ['RED', 'BLUE']) {
    const made = await client.post('/api/wms/items', { sku, name: sku, packagings: [each], hazard: paint });
    items.push(made.body.data.id);
    await putStock(platform, standard, [
      { item: items.at(-1)!, qty: 500, location: await newShelf(platform) },
    ]);
  }
});
test.after.always(async () => {
  far?.close();
  await platform?.stop();
});

/** A shipment with one carton planned of two of each. */
async function planned() {
  const { client } = platform;
  const shipment = await newShipment(
    platform,
    items.map((item_id) => ({ item_id, qty: 2 })),
  );
  const plan = await client.post('/api/wms/cartonize', { shipment_id: shipment.id });
  if (plan.body.data?.cartons?.length !== 1) throw new Error(plan.text);
  const { cartons } = await read(client, `/api/wms/shipments/${shipment.id}/pack-plan`);
  const pick = () => patch(client, `/api/wms/shipments/${shipment.id}`, { action: 'pick' });
  return { shipment, sscc: cartons[0].sscc as string, pick };
}
const pack = ({ id }: any, body: object) => platform.client.post(`/api/wms/shipments/${id}/cartons`, body);
const bodyOf = (shipment: any) => ({
  shipment_id: shipment.id,
  account_id: account.id,
  service_code: 'GROUND',
  print: false,
});

test.serial('a carrier is told once of dangerous goods that are in a planned carton twice', async (t) => {
  const { shipment, sscc } = await planned();
  const since = far.bodies.length;
  const bought = await platform.client.post(labelsPath, { ...bodyOf(shipment), sscc });
  t.is(bought.status, 201, bought.text);
  const told = far.bodies.slice(since).flatMap((body) => body['hazards'] ?? []);
  t.deepEqual(told, [paint]);
});

test.serial('a shipment whose planned carton has a label gets none for all of it beside that', async (t) => {
  const { client } = platform;
  const { shipment, sscc } = await planned();
  const bought = await client.post(labelsPath, { ...bodyOf(shipment), sscc });
  t.is(bought.status, 201, bought.text);
  const whole = await client.post(labelsPath, bodyOf(shipment));
  t.like(whole.body.error, { code: 'LABEL_LIVE', details: { label_id: bought.body.data.id } }, whole.text);
  await onLabel(client, bought.body.data.id, 'void');
  await inState(client, bought.body.data.id, 'voided');
  const then = await client.post(labelsPath, bodyOf(shipment));
  t.is(then.status, 201, then.text);
});

test.serial('what is packed heavier while its carrier is chosen is bought as it weighs', async (t) => {
  const { client } = platform;
  far.rates = [{ service_code: 'GROUND', amount: 5, currency: 'USD', days: 2 }];
  const rule = await client.post('/api/tms/carrier-rules', {
    name: 'Planned',
    priority: 1,
    buy_at: 'plan',
    account_ids: [account.id],
  });
  t.is(rule.status, 201, rule.text);
  let open = (): void => {};
  far.gate = new Promise<void>((resolve) => (open = resolve));
  far.mood = (_reference, what) => (what === 'ask' ? 'waits at the gate' : 'honest');
  const asked = far.asked.length;
  const { shipment, pick } = await planned();
  await until('prices are asked for', () => far.asked.slice(asked).some((one) => one.includes('rates')));
  await pick();
  const packed = await pack(shipment, { planned_carton: 1, weight_kg: 9 });
  t.is(packed.status, 201, packed.text);
  open();
  far.mood = () => 'honest';
  const label = await until('it is bought', async () => {
    const labels = await read(client, `${labelsPath}?shipment_id=${shipment.id}&state=bought`);
    return labels.length === 1 && labels[0];
  });
  t.like(label, { weight_kg: 9, weight_by: 'scale', carton_id: packed.body.data.id });
  await client.patch(`/api/tms/carrier-rules/${rule.body.data.id}`, { is_active: false });
});
