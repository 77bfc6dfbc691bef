/** What the transport tests need: loads with shipments of one or more merchants, carriers and their answers. */
import type { Answer, Client } from '../helpers/client.ts';
import type { TestOrganization } from '../helpers/organization.ts';
import type { Platform } from '../helpers/join-platform.ts';
import { newItem, putStock, settled } from '../orders/orders-rig.ts';

/** The data of a response of either surface; throws with its text if it is a refusal. */
export async function ok(asked: Promise<Answer>): Promise<any> {
  const { status, body, text } = await asked;
  if (status >= 300) throw new Error(`${status} ${text}`);
  return body.ok ? body.data : body;
}

export interface Part {
  qty: number;
  merchantId?: string | undefined;
  /** Of the item that is created for it. */
  item?: object;
}

/** One shipment per part, each with an item of its own. */
export async function shipmentsOf(
  platform: Platform,
  client: Client,
  organization: TestOrganization,
  parts: readonly Part[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const { qty, merchantId = organization.merchantId, item: facts = {} } of parts) {
    const item = await newItem(platform, organization, { merchant_id: merchantId, ...facts });
    await putStock(platform, organization, [{ item, qty, location: 'A-01' }]);
    const body = {
      warehouse_id: organization.warehouseId,
      merchant_id: merchantId,
      lines: [{ item_id: item, qty }],
    };
    ids.push((await ok(client.post('/api/wms/shipments', body, patient))).id);
  }
  return ids;
}

/** A load of these shipments. */
export async function loadOf(
  client: Client,
  organization: TestOrganization,
  shipmentIds: readonly string[],
): Promise<{ id: string; load_no: string }> {
  return ok(
    client.post('/api/wms/loads', {
      warehouse_id: organization.warehouseId,
      carrier_id: organization.carrierId,
      ship_to: { name: 'Harbour Stores', city: 'Dayton', state: 'OH' },
      shipment_ids: shipmentIds,
    }),
  );
}

export async function ship(client: Client, loadId: string): Promise<any> {
  const path = `/api/wms/loads/${loadId}`;
  const answer = await settled(client, await client.patch(path, { action: 'ship' }), path);
  if (answer.status !== 200) throw new Error(`ship: ${answer.status} ${answer.text}`);
  return answer.body.data;
}

// What moves shipments runs on a queue: waits for the outcome, however busy the machine.
const patient = { headers: { prefer: 'wait=60' } };

/** POST to a step of an order. */
export function onOrder(client: Client, id: string, step: string, body: object = {}): Promise<Answer> {
  return client.post(`/v1/tms/orders/${id}/${step}`, body, patient);
}

/** A carrier's report, this many minutes ago. */
export function report(
  client: Client,
  id: string,
  code: string,
  minutesAgo = 0,
  more: object = {},
): Promise<Answer> {
  const occurred_at = new Date(Date.now() - minutesAgo * 60_000).toISOString();
  return onOrder(client, id, 'events', { code, occurred_at, ...more });
}

export function assign(
  client: Client,
  { carrierId }: TestOrganization,
  id: string,
  more: object = {},
): Promise<Answer> {
  return onOrder(client, id, 'assign', { carrier_id: carrierId, rate: 420.5, ...more });
}

/** A one-pixel PNG, with the same first bytes as a camera's. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The start of a scanner's PDF. */
export const scan = Buffer.from(
  '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n',
);
