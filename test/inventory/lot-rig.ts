/** A lot that is recalled: stock of it, its hold in all places, and the end of that. */
import type { Answer, Client } from '../helpers/client.ts';
import type { Platform } from '../helpers/join-platform.ts';
import { newItem, putStock } from '../orders/orders-rig.ts';
import { post } from '../returns/returns-rig.ts';

export const lot = 'L-2026-07';
export const recall = { lot_no: lot, kind: 'recall', reason: 'Glass found in a jar' };

export function hold(by: Client, itemId: string, more: object = {}): Promise<Answer> {
  return post(by, '/api/wms/lots/hold', { item_id: itemId, ...recall, ...more });
}

export function release(by: Client, itemId: string, more: object = {}): Promise<Answer> {
  const reason = 'The laboratory found nothing';
  return post(by, '/api/wms/lots/release', { item_id: itemId, lot_no: lot, reason, ...more });
}

/** An item with this much of the lot in each place. */
export async function lotIn(platform: Platform, shelves: Record<string, number>): Promise<string> {
  const item = await newItem(platform, platform.standard);
  const stock = Object.entries(shelves).map(([location, qty]) => ({ item, qty, location, lot }));
  await putStock(platform, platform.standard, stock);
  return item;
}
