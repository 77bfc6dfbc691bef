/** Work of each kind for a handheld to be given, and the asking for it. */
import { makeReceipt } from '../helpers/receiving.ts';
import type { Client } from '../helpers/client.ts';
import {
  newShelf,
  newShipment,
  newWave,
  patch,
  pickedShipment,
  read,
  stocked,
  type Running,
} from '../fulfillment/outbound-rig.ts';
import { newItem, putStock, settled } from '../orders/orders-rig.ts';

/** Something besides what is in hand, as one person in a test does what several do. */
export const ask = (client: Client, platform: Running, more: object = {}) =>
  client.post('/api/wms/work/claim', {
    warehouse_id: platform.standard.warehouseId,
    another: true,
    ...more,
  });

export async function next(platform: Running, more: object = {}, client = platform.client): Promise<any> {
  const answer = await ask(client, platform, more);
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body.data.work;
}

/** Says that work is done, as a handheld does that knows nothing of its kind. */
export async function done(client: Client, { steps, finish }: any): Promise<any> {
  const scanned = finish.needs.map((need: string) => [
    need,
    steps.find(({ scan }: any) => scan === need)?.code,
  ]);
  const body = { action: finish.action, ...finish.fields, ...Object.fromEntries(scanned) };
  const answer = await patch(client, finish.path, body);
  if (answer.status !== 200) throw new Error(`${finish.path}: ${answer.status} ${answer.text}`);
  return answer.body.data;
}

/** Plans a move by hand. */
export async function planMove({ client, standard }: Running, goods: object): Promise<any> {
  const house = { kind: 'reslot', warehouse_id: standard.warehouseId };
  const made = await client.post('/api/wms/moves', { ...house, ...goods });
  if (made.status !== 201) throw new Error(made.text);
  return made.body.data;
}

/** A loose move of some units between two new shelves. */
export async function plannedMove(platform: Running, more: object = {}, zone = ''): Promise<any> {
  const { standard } = platform;
  const [from, to] = [await newShelf(platform, { zone }), await newShelf(platform)];
  const item = await newItem(platform, standard);
  await putStock(platform, standard, [{ item, qty: 5, location: from }]);
  return planMove(platform, { from_location_id: from, to_location_id: to, item_id: item, qty: 2.5, ...more });
}

/** A released wave of so many shipments of one unit, each with one task. */
export async function wave(platform: Running, shipments: number): Promise<any> {
  const shelf = await newShelf(platform);
  const item = await stocked(platform, { [shelf]: shipments });
  const ids: string[] = [];
  for (let made = 0; made < shipments; made += 1)
    ids.push((await newShipment(platform, [{ item_id: item, qty: 1 }])).id);
  return newWave(platform, ids);
}

export async function count(platform: Running, more: object = {}): Promise<any> {
  const location_ids = [await newShelf(platform), await newShelf(platform)];
  const { client, standard } = platform;
  const body = { warehouse_id: standard.warehouseId, location_ids, ...more };
  const made = await settled(client, await client.post('/api/wms/count-tasks', body), 'count');
  if (made.status !== 201) throw new Error(made.text);
  return made.body.data;
}

export async function receivingTask({ client, standard }: Running, more: object = {}): Promise<any> {
  const receipt = await makeReceipt(client, standard);
  const made = await client.post('/api/wms/receiving-tasks', { receipt_id: receipt.id, ...more });
  return made.body.data;
}

export async function putBack(platform: Running): Promise<any> {
  const shipment = await pickedShipment(platform, 4);
  await patch(platform.client, `/api/wms/shipments/${shipment.id}`, { action: 'cancel' });
  const [task] = await read(platform.client, `/api/wms/put-back-tasks?shipment_id=${shipment.id}`);
  return task;
}
