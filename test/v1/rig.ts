/** Stock, shipments and bodies for the v1 tests, created over v1 itself. */
import type { Answer, Client } from '../helpers/client.ts';
import type { Platform } from '../helpers/join-platform.ts';

export type Running = Platform & { stop(): Promise<void> };

// A busy machine may take longer than the usual wait; a test wants the outcome, not a 202.
export const patient = { headers: { prefer: 'wait=30' } };

let skus = 0;

/** A new item of the standard organization with this much of it at A-01; returns its SKU. */
export async function stockedSku({ client }: Running, qty: number): Promise<string> {
  skus += 1;
  const sku = `RIG-${skus}`;
  const made = await client.post('/api/wms/items', { sku, name: 'Item', weight_kg: 2 });
  if (made.status !== 201) throw new Error(made.text);
  const adjusted = await client.post(
    '/v1/wms/inventory/adjust',
    { sku, warehouse_id: 'W1', location_id: 'A-01', qty_delta: qty, reason: 'found' },
    patient,
  );
  if (adjusted.status !== 200) throw new Error(adjusted.text);
  return sku;
}

export const createShipment = (
  client: Client,
  sku: string,
  qty: number,
  more: object = {},
): Promise<Answer> =>
  client.post('/v1/wms/shipments', { warehouse_id: 'W1', lines: [{ sku, qty }], ...more }, patient);

/** A shipment at commit. */
export async function shipmentOf(platform: Running, more: object = {}): Promise<any> {
  const sku = await stockedSku(platform, 5);
  const made = await createShipment(platform.client, sku, 5, more);
  if (made.status !== 201) throw new Error(made.text);
  return made.body;
}

/** The quantity of a SKU in any status, as v1 lists it. */
export async function onHand({ client }: Running, sku: string): Promise<number> {
  const { body } = await client.get(`/v1/wms/inventory?filter[sku]=${sku}`);
  return body.data.reduce((total: number, row: { qty: number }) => total + row.qty, 0);
}
