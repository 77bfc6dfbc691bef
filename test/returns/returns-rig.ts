/** Returns for tests: an order that was shipped, and what becomes of its goods, through the service itself. */
import type { Answer, Client } from '../helpers/client.ts';
import type { Platform } from '../helpers/join-platform.ts';
import { stocked } from '../fulfillment/outbound-rig.ts';
import { drive, newItem, newOrder, settled } from '../orders/orders-rig.ts';

export const returnsPath = '/api/oms/returns';
const receipts = '/api/wms/inbound-receipts';

export interface Sold {
  orderId: string;
  orderLineId: string;
  itemId: string;
}

/** An order of one line, shipped. */
export async function soldOrder(platform: Platform, qty: number, more: object = {}): Promise<Sold> {
  const itemId = await stocked(platform, { 'A-01': qty }, more);
  const { warehouseId } = platform.standard;
  const order = await newOrder(platform.client, [{ item: itemId, qty }], { warehouse_id: warehouseId });
  await drive(platform.client, order.id, 'submit', 'approve', 'push-to-wms', 'fulfill');
  return { orderId: order.id, orderLineId: order.lines[0].id, itemId };
}

/** Where a customer lives. */
export const home = { name: 'Ann Buyer', address: '1 Main St', city: 'Dayton', country: 'US' };

/** An order of an item to an address, shipped. */
export async function soldTo(
  { client, standard }: Pick<Platform, 'client' | 'standard'>,
  item: string,
  qty: number,
  ship_to: object = home,
): Promise<Sold> {
  const order = await newOrder(client, [{ item, qty }], { warehouse_id: standard.warehouseId, ship_to });
  await drive(client, order.id, 'submit', 'approve', 'push-to-wms', 'fulfill');
  return { orderId: order.id, orderLineId: order.lines[0].id, itemId: item };
}

/** Units of a sold order that came back to be repaired, and were inspected. */
export async function toRepair(platform: Platform, sold: Sold, qty: number, lot: object = {}): Promise<any> {
  const { client } = platform;
  const found = await authorizedReturn(client, sold, qty, { wanted: 'repair' });
  const counted = await receiveUnits(platform, found, qty, lot);
  if (counted.status !== 200) throw new Error(counted.text);
  await completeReceipt(client, found);
  const { inspections } = (await inspect(client, found, qty)).body.data;
  return { ...found, inspectionId: inspections[0].id };
}

/** A serial-tracked item of which these serials are sold on one order. */
export async function soldSerials(platform: Platform, serials: string[]): Promise<Sold> {
  const { client, standard } = platform;
  const item = await newItem(platform, standard, { serial_tracked: true });
  const made = await post(client, '/api/wms/inbound-receipts', {
    warehouse_id: standard.warehouseId,
    source_type: 'manual',
    lines: [{ item_id: item, expected_qty: serials.length }],
  });
  await post(client, `/api/wms/inbound-receipts/${made.body.data.id}/receive-line`, {
    receipt_line_id: made.body.data.lines[0].id,
    received_qty: serials.length,
    location_id: standard.locations['A-01'],
    serial_nos: serials,
  });
  return sellSerials(platform, item, serials);
}

/** Sells these serials on one order. */
export async function sellSerials(platform: Platform, item: string, serials: string[]): Promise<Sold> {
  const { client, owner, standard } = platform;
  const { warehouseId } = standard;
  const order = await newOrder(client, [{ item, qty: serials.length }], { warehouse_id: warehouseId });
  await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
  const { rows } = await owner.query('select id from wms_shipments where order_id = $1', [order.id]);
  const shipped = await patch(client, `/api/wms/shipments/${rows[0].id}`, {
    action: 'ship',
    serials: [{ item_id: item, serial_nos: serials }],
  });
  if (shipped.status !== 200) throw new Error(shipped.text);
  return { orderId: order.id, orderLineId: order.lines[0].id, itemId: item };
}

/** An order of one line that was shipped and invoiced, with discount, shipping fee and tax: its issued invoice too. */
export async function invoicedOrder(
  platform: Platform,
  qty: number,
  words: {
    price?: number;
    discount?: number;
    shipping_fee?: number;
    tax?: number;
    currency?: string;
    /** Of another currency than the base: what one of it is worth. */
    exchange_rate?: number;
  } = {},
): Promise<Sold & { invoice: any }> {
  const { client, standard } = platform;
  const { price = 1, exchange_rate, ...amounts } = words;
  const itemId = await stocked(platform, { 'A-01': qty });
  const order = await newOrder(client, [{ item: itemId, qty, price }], {
    warehouse_id: standard.warehouseId,
    customer_id: standard.customerId,
    ...amounts,
  });
  await drive(client, order.id, 'submit', 'approve', 'push-to-wms', 'fulfill');
  const drafted = await post(client, '/api/accounting/invoices', {
    sales_order_id: order.id,
    ...(exchange_rate === undefined ? {} : { exchange_rate }),
  });
  if (drafted.status !== 201) throw new Error(`invoice: ${drafted.status} ${drafted.text}`);
  const issued = await patch(client, `/api/accounting/invoices/${drafted.body.data.id}`, { action: 'issue' });
  return { orderId: order.id, orderLineId: order.lines[0].id, itemId, invoice: issued.body.data };
}

/** Some units of a sold order came back and were inspected. */
export async function inspectedReturn(
  platform: Platform,
  sold: Sold,
  qty: number,
  more: object = {},
): Promise<any> {
  const { client } = platform;
  const found = await authorizedReturn(client, sold, qty, more);
  for (const answer of [
    await receiveUnits(platform, found, qty),
    await completeReceipt(client, found),
    await inspect(client, found, qty),
  ])
    if (answer.status >= 300) throw new Error(`receive and inspect: ${answer.status} ${answer.text}`);
  return found;
}

export function credit(client: Client, found: { id: string }, more: object = {}): Promise<Answer> {
  return post(client, `${returnsPath}/${found.id}/credit`, more);
}

export async function post(client: Client, path: string, body: object): Promise<Answer> {
  return settled(client, await client.post(path, body), path);
}

export async function patch(client: Client, path: string, body: object): Promise<Answer> {
  return settled(client, await client.patch(path, body), path);
}

/** Asks for the return of some units of a shipped order. */
export function askReturn(client: Client, sold: Sold, qty: number, more: object = {}): Promise<Answer> {
  return post(client, returnsPath, {
    order_id: sold.orderId,
    kind: 'customer',
    lines: [{ order_line_id: sold.orderLineId, qty, reason_code: 'too_small', ...more }],
  });
}

/** The same, authorized: its detail. */
export async function authorizedReturn(
  client: Client,
  sold: Sold,
  qty: number,
  more: object = {},
): Promise<any> {
  const asked = await askReturn(client, sold, qty, more);
  if (asked.status !== 201) throw new Error(`ask for a return: ${asked.status} ${asked.text}`);
  const done = await patch(client, `${returnsPath}/${asked.body.data.id}`, { action: 'authorize' });
  if (done.status !== 200) throw new Error(`authorize: ${done.status} ${done.text}`);
  return done.body.data;
}

/** Counts units of a return's first line at DOCK-1. */
export function receiveUnits(
  { client, standard }: Platform,
  found: any,
  qty: number,
  more: object = {},
): Promise<Answer> {
  return post(client, `${receipts}/${found.receipt_id}/receive-line`, {
    receipt_line_id: found.lines[0].receipt_line_id,
    received_qty: qty,
    location_id: standard.locations['DOCK-1'],
    ...more,
  });
}

export function completeReceipt(client: Client, found: any, more: object = {}): Promise<Answer> {
  return post(client, `${receipts}/${found.receipt_id}/complete-receive`, more);
}

/** Inspects units of the first line; returns the answer. */
export function inspect(client: Client, found: any, qty: number, more: object = {}): Promise<Answer> {
  return post(client, `${returnsPath}/${found.id}/inspect`, {
    return_line_id: found.lines[0].id,
    qty,
    grade: 'A',
    ...more,
  });
}

export function dispose(
  client: Client,
  found: any,
  inspectionId: string,
  kind: string,
  more: object = {},
): Promise<Answer> {
  return post(client, `${returnsPath}/${found.id}/dispose`, { inspection_id: inspectionId, kind, ...more });
}

/** A return whose units were counted, and counted to the end, at DOCK-1. */
export async function receivedReturn(
  platform: Platform,
  qty: number,
  more: object = {},
  line: object = {},
): Promise<any> {
  const sold = await soldOrder(platform, qty, more);
  const found = await authorizedReturn(platform.client, sold, qty, line);
  for (const answer of [
    await receiveUnits(platform, found, qty),
    await completeReceipt(platform.client, found),
  ])
    if (answer.status !== 200) throw new Error(`receive: ${answer.status} ${answer.text}`);
  return { ...found, sold };
}

/** What is in stock of an item, by status. */
export async function stockByStatus(client: Client, itemId: string): Promise<Record<string, number>> {
  const { body } = await client.get(`/api/wms/inventory?item_id=${itemId}&page_size=200`);
  const sums: Record<string, number> = {};
  for (const { status, qty } of body.data) if (qty !== 0) sums[status] = (sums[status] ?? 0) + qty;
  return sums;
}

/** Lifts the hold of units where they stand. */
export function liftHold(
  { client, standard }: Platform,
  itemId: string,
  code: string,
  more: object = {},
): Promise<Answer> {
  return post(client, '/api/wms/inventory/release-hold', {
    warehouse_id: standard.warehouseId,
    location_id: standard.locations[code],
    item_id: itemId,
    reason_code: 'found',
    ...more,
  });
}
