/**
 * What the tests of waves, picks, packing and loads need: shipments at commit, tasks, and waiting for their outcomes.
 */
import type { Answer, Client } from '../helpers/client.ts';
import type { Platform } from '../helpers/join-platform.ts';
import { newItem, putStock, settled } from '../orders/orders-rig.ts';

export type Running = Platform & { stop(): Promise<void> };

/** POST, PATCH or DELETE that moves stock: waits for the outcome even if a busy machine answers 202 first. */
export async function patch(client: Client, path: string, body: object): Promise<Answer> {
  return settled(client, await client.patch(path, body), path);
}

/** An item with its own stock in each of these locations. */
export async function stocked(
  platform: Platform,
  shelves: Record<string, number>,
  more: object = {},
): Promise<string> {
  const item = await newItem(platform, platform.standard, more);
  await putStock(
    platform,
    platform.standard,
    Object.entries(shelves).map(([location, qty]) => ({ item, qty, location })),
  );
  return item;
}

/** A shipment without an order, at commit. */
export async function newShipment(
  { client, standard }: Platform,
  lines: readonly { item_id: string; qty: number }[],
  more: object = {},
): Promise<any> {
  const answer = await client.post('/api/wms/shipments', {
    warehouse_id: standard.warehouseId,
    lines,
    ship_to: {
      name: 'Ann Buyer',
      address: '1 Main St',
      city: 'Dayton',
      state: 'OH',
      postal: '45402',
      country: 'US',
    },
    ...more,
  });
  if (answer.status !== 201) throw new Error(`create shipment: ${answer.status} ${answer.text}`);
  return answer.body.data;
}

export async function read(client: Client, path: string): Promise<any> {
  const answer = await client.get(path);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body.data;
}

/** A wave of only these shipments, released if requested. */
export async function newWave(
  platform: Platform,
  shipmentIds: readonly string[],
  isReleased = true,
): Promise<any> {
  const { client, standard } = platform;
  const answer = await client.post('/api/wms/waves', {
    warehouse_id: standard.warehouseId,
    ship_mode: 'parcel',
    shipment_ids: shipmentIds,
  });
  if (answer.status !== 201) throw new Error(`open wave: ${answer.status} ${answer.text}`);
  if (!isReleased) return answer.body.data;
  const released = await patch(client, `/api/wms/waves/${answer.body.data.id}`, { action: 'release' });
  if (released.status !== 200) throw new Error(`release: ${released.status} ${released.text}`);
  return released.body.data;
}

export function tasksOf(client: Client, filter: Record<string, string>): Promise<any[]> {
  return read(
    client,
    `/api/wms/pick-tasks?${new URLSearchParams({ page_size: '200', ...filter }).toString()}`,
  );
}

export function onTask(client: Client, id: string, action: string, more: object = {}): Promise<Answer> {
  return patch(client, `/api/wms/pick-tasks/${id}`, { action, ...more });
}

/** Claims and confirms every task of a wave. */
export async function pickAll(client: Client, waveId: string): Promise<void> {
  for (const task of await tasksOf(client, { wave_id: waveId, status: 'open' })) {
    for (const action of ['claim', 'confirm']) {
      const answer = await onTask(client, task.id, action);
      if (answer.status !== 200) throw new Error(`${action}: ${answer.status} ${answer.text}`);
    }
  }
}

/** A picked shipment of one new item. */
export async function pickedShipment(platform: Platform, qty = 4, more: object = {}): Promise<any> {
  const item = await stocked(platform, { 'A-01': qty });
  const shipment = await newShipment(platform, [{ item_id: item, qty }], more);
  const answer = await patch(platform.client, `/api/wms/shipments/${shipment.id}`, { action: 'pick' });
  if (answer.status !== 200) throw new Error(`pick: ${answer.status} ${answer.text}`);
  return { ...answer.body.data, item_id: item };
}

let shelves = 0;

/** A location of its own, so that one test's counts lock nobody else out. */
export async function newShelf({ client, standard }: Platform, more: object = {}): Promise<string> {
  shelves += 1;
  const answer = await client.post('/api/wms/locations', {
    warehouse_id: standard.warehouseId,
    code: `PICK-${shelves}`,
    type: 'pick',
    ...more,
  });
  return answer.body.data.id;
}
