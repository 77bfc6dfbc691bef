/** Transfers for tests: a second warehouse, and what goes there, through the service itself. */
import type { Answer, Client } from '../helpers/client.ts';
import type { Platform } from '../helpers/join-platform.ts';
import type { TestOrganization } from '../helpers/organization.ts';
import { stocked } from '../fulfillment/outbound-rig.ts';
import { patch, post } from '../returns/returns-rig.ts';

export { patch, post };
export const transfersPath = '/api/wms/transfers';
const receipts = '/api/wms/inbound-receipts';

export interface Second {
  id: string;
  /** Of type transit. */
  transit: string;
  /** Of type staging. */
  stage: string;
  /** Of type storage. */
  shelf: string;
}

/** A second warehouse of the organization. */
export async function secondWarehouse(client: Client, code = 'W2'): Promise<Second> {
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await client.post(path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body.data.id;
  };
  const id = await made('/api/wms/warehouses', {
    code,
    name: `Second ${code}`,
    time_zone: 'America/New_York',
  });
  const { body } = await client.get(`/api/wms/locations?warehouse_id=${id}`);
  const placeOf = (type: string): string => body.data.find((one: any) => one.type === type).id;
  return {
    id,
    transit: placeOf('transit'),
    stage: placeOf('staging'),
    shelf: await made('/api/wms/locations', { warehouse_id: id, code: 'B-01', type: 'storage' }),
  };
}

export interface Sent {
  id: string;
  transfer_no: string;
  status: string;
  shipment_id: string;
  receipt_id: string;
  lines: any[];
  goods: any[];
  [field: string]: any;
}

/** A transfer to the second warehouse, released unless it says otherwise. */
export async function newTransfer(
  client: Client,
  from: Pick<TestOrganization, 'warehouseId'>,
  to: Second,
  lines: readonly { item_id: string; qty: number }[],
  more: object = {},
): Promise<Sent> {
  const body = { from_warehouse_id: from.warehouseId, to_warehouse_id: to.id, release: true, lines, ...more };
  const answer = await post(client, transfersPath, body);
  if (answer.status !== 201) throw new Error(`transfer: ${answer.status} ${answer.text}`);
  return answer.body.data;
}

/** Acts on a transfer. */
export function act(
  client: Client,
  { id }: { id: string },
  action: string,
  more: object = {},
): Promise<Answer> {
  return patch(client, `${transfersPath}/${id}`, { action, ...more });
}

/** Acts on a transfer, which must go well. */
export async function done(
  client: Client,
  of: { id: string },
  action: string,
  more: object = {},
): Promise<Sent> {
  const answer = await act(client, of, action, more);
  if (answer.status !== 200) throw new Error(`${action}: ${answer.status} ${answer.text}`);
  return answer.body.data;
}

/** A shipped transfer of one new item. */
export async function shippedTransfer(
  platform: Platform,
  to: Second,
  qty: number,
  more: object = {},
): Promise<Sent & { item: string }> {
  const item = await stocked(platform, { 'A-01': qty }, more);
  const made = await newTransfer(platform.client, platform.standard, to, [{ item_id: item, qty }]);
  return { ...(await done(platform.client, made, 'ship')), item };
}

/** Counts units of a transfer's line, by default of its first one, at the destination's shelf. */
export function receive(
  client: Client,
  sent: Sent,
  to: Second,
  qty: number,
  { line = 0, ...more }: { line?: number; [field: string]: unknown } = {},
): Promise<Answer> {
  return post(client, `${receipts}/${sent.receipt_id}/receive-line`, {
    receipt_line_id: sent.lines[line].receipt_line_id,
    received_qty: qty,
    location_id: to.shelf,
    ...more,
  });
}

export function complete(client: Client, { receipt_id }: Sent, more: object = {}): Promise<Answer> {
  return post(client, `${receipts}/${receipt_id}/complete-receive`, more);
}

/** What there is of an item, by warehouse and status. */
export async function stockIn(
  client: Client,
  itemId: string,
  warehouseId: string,
): Promise<Record<string, number>> {
  const path = `/api/wms/inventory?item_id=${itemId}&warehouse_id=${warehouseId}&page_size=200`;
  const sums: Record<string, number> = {};
  for (const { status, qty } of (await client.get(path)).body.data)
    if (qty !== 0) sums[status] = (sums[status] ?? 0) + qty;
  return sums;
}
