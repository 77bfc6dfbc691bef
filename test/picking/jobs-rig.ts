/** A floor with aisles, released waves on it, and carts that claim them. */
import type { Answer, Client } from '../helpers/client.ts';
import {
  newShelf,
  newShipment,
  newWave,
  onTask,
  patch,
  read,
  stocked,
  type Running,
} from '../fulfillment/outbound-rig.ts';

export const jobsPath = '/api/wms/pick-jobs';

/** A shelf in an aisle along y, aisles being four metres apart; `bay` counts metres. */
export const inAisle = (platform: Running, aisle: number, bay: number, more: object = {}): Promise<string> =>
  newShelf(platform, { aisle: `A${aisle}`, x_m: aisle * 4, y_m: bay, ...more });

/** A released wave with a shipment for each list of [item, qty]. */
export async function waveOf(
  platform: Running,
  orders: readonly (readonly (readonly [string, number])[])[],
): Promise<{ id: string; shipments: any[] }> {
  const shipments: any[] = [];
  for (const lines of orders)
    shipments.push(
      await newShipment(
        platform,
        lines.map(([item_id, qty]) => ({ item_id, qty })),
      ),
    );
  const { id } = await newWave(
    platform,
    shipments.map((one) => one.id),
  );
  return { id, shipments };
}

export const claim = (platform: Running, more: object = {}, client = platform.client): Promise<Answer> =>
  client.post(`${jobsPath}/claim`, { warehouse_id: platform.standard.warehouseId, ...more });

export async function claimed(platform: Running, more: object = {}, client = platform.client): Promise<any> {
  const answer = await claim(platform, more, client);
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body.data;
}

export const onJob = (client: Client, id: string, action: string, more: object = {}): Promise<Answer> =>
  patch(client, `${jobsPath}/${id}`, { action, ...more });

export const job = (client: Client, id: string): Promise<any> => read(client, `${jobsPath}/${id}`);

/** Confirms a pick into its position. */
export async function put(client: Client, { pick_task_id: id, position }: any): Promise<void> {
  const answer = await onTask(client, id, 'confirm', position === null ? {} : { position });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
}

/** Confirms whatever is left of a job, in its walking order. */
export async function finish(client: Client, id: string): Promise<any> {
  for (const pick of (await job(client, id)).picks)
    if (['assigned', 'in_progress'].includes(pick.status)) await put(client, pick);
  return job(client, id);
}

/** An item on a shelf of its own. */
export const itemAt = (platform: Running, shelf: string, qty: number): Promise<string> =>
  stocked(platform, { [shelf]: qty });

export const codeOf = ({ status, body }: Answer): string => `${status} ${body.error?.code ?? ''}`.trim();
