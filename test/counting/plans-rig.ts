/** What the tests of count plans need: zones with stock, plans, scans. */
import { createClient, type Answer, type Client } from '../helpers/client.ts';
import type { Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { newShelf, stocked } from '../fulfillment/outbound-rig.ts';

let zones = 0;

/** Shelves of a zone of their own, each with so much of one item. */
export async function zoneWith(platform: Platform, ...quantities: number[]) {
  zones += 1;
  const zone = `ZONE-${zones}`;
  const shelves: string[] = [];
  for (const at of quantities.keys()) shelves.push(await newShelf(platform, { zone, pick_sequence: at }));
  const of = Object.fromEntries(quantities.flatMap((qty, at) => (qty > 0 ? [[shelves[at]!, qty]] : [])));
  return { zone, shelves, item: await stocked(platform, of) };
}

/** Somebody else who may count. */
export async function secondCounter({ client, url, standard }: Platform): Promise<Client> {
  const body = { name: 'second counter', roles: ['operator', 'admin'] };
  const { data } = (await client.post('/api/tenancy/tokens', body)).body;
  return createClient(url, { id: standard.id, accessToken: data.access_token });
}

export async function planOf(platform: Platform, zone: string, more: object = {}): Promise<string> {
  const answer = await platform.client.post('/api/wms/count-plans', {
    warehouse_id: platform.standard.warehouseId,
    name: zone,
    scope: { zones: [zone] },
    cadence: { every_days: 30 },
    ...more,
  });
  if (answer.status !== 201) throw new Error(answer.text);
  const { id } = answer.body.data;
  // The schedule, which a test calls for all plans there are, has had it already: only the test runs it.
  await platform.owner.query("update count_plans set scheduled_on = '2999-12-31' where id = $1", [id]);
  return id;
}

export const run = async (client: Client, id: string, more: object = {}): Promise<any> => {
  const answer = await client.post(`/api/wms/count-plans/${id}/run`, more);
  if (answer.status === 200) return answer.body.data;
  if (answer.status !== 202) throw new Error(answer.text);
  // A plan of many places may take longer than an answer is waited for.
  const operation = `/api/operations/${answer.body.data.operation_id}`;
  const { state, result, error } = await until(`${operation} is finished`, async () => {
    const now = (await client.get(operation)).body.data;
    return now.state !== 'accepted' && now;
  });
  if (state !== 'done') throw new Error(JSON.stringify(error));
  return result;
};
export const scan = (
  client: Client,
  id: string,
  location: string,
  item: string,
  qty: number,
): Promise<Answer> =>
  client.post(`/api/wms/count-tasks/${id}/lines`, {
    lines: [{ location_id: location, item_id: item, counted_qty: qty }],
  });
export const complete = (client: Client, id: string): Promise<Answer> =>
  client.patch(`/api/wms/count-tasks/${id}`, { action: 'complete' });
export const onHand = async ({ client }: Platform, item: string, location: string): Promise<number> =>
  (
    (await client.get(`/api/wms/inventory?item_id=${item}&location_id=${location}`)).body.data as any[]
  ).reduce((sum, { qty }) => sum + qty, 0);
export const adjust = (
  { client, standard }: Platform,
  item: string,
  location: string,
  delta: number,
): Promise<Answer> =>
  client.post('/api/wms/inventory/adjust', {
    warehouse_id: standard.warehouseId,
    item_id: item,
    location_id: location,
    qty_delta: delta,
    reason_code: delta > 0 ? 'found' : 'damage',
  });
