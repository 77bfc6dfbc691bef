/** Goods that their plan has looked at, through the service itself. */
import type { Answer, Client } from '../helpers/client.ts';
import type { Platform } from '../helpers/join-platform.ts';
import { newItem } from '../orders/orders-rig.ts';
import { post } from '../returns/returns-rig.ts';

export const plansPath = '/api/wms/inspection-plans';
export const inspectionsPath = '/api/wms/inspections';
const receipts = '/api/wms/inbound-receipts';

/** An item of a class of its own with a plan, and a receipt of it that is scanned at DOCK-1. */
export async function plannedGoods(
  { client, standard, ...platform }: Pick<Platform, 'client' | 'standard' | 'database'>,
  terms: object,
  more: object = {},
) {
  const item_class = `class-${String(Math.random()).slice(2)}`;
  const item = await newItem(platform, standard, { item_class, ...more });
  const made = await client.post(plansPath, {
    name: `Plan ${item_class}`,
    priority: 10,
    item_class,
    ...terms,
  });
  if (made.status !== 201) throw new Error(made.text);
  const receipt = await post(client, receipts, {
    warehouse_id: standard.warehouseId,
    source_type: 'manual',
    vendor_id: standard.vendorId,
    lines: [{ item_id: item, expected_qty: 100 }],
  });
  if (receipt.status !== 201) throw new Error(receipt.text);
  const { id, lines } = receipt.body.data;
  const dock = standard.locations['DOCK-1'];
  return {
    item,
    plan: made.body.data.id as string,
    receipt: id as string,
    line: lines[0].id as string,
    scan: (received_qty: number, words: object = {}): Promise<Answer> =>
      post(client, `${receipts}/${id}/receive-line`, {
        receipt_line_id: lines[0].id,
        location_id: dock,
        received_qty,
        ...words,
      }),
    takeBack: (entry: string, qty: number): Promise<Answer> =>
      post(client, `${receipts}/${id}/reverse-line`, {
        receipt_line_id: lines[0].id,
        ledger_entry_id: entry,
        qty,
        note: 'miscounted',
      }),
    inspections: async (status = ''): Promise<any[]> =>
      (await client.get(`${inspectionsPath}?receipt_id=${id}${status && `&status=${status}`}`)).body.data,
  };
}

export function inspectGoods(client: Client, id: string, results: object[], more: object = {}) {
  return client.patch(
    `${inspectionsPath}/${id}`,
    { action: 'record', results, ...more },
    { headers: { prefer: 'wait=30' } },
  );
}
