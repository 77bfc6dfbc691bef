/** Of each SKU of a store, at each of its places: what it was told, what it said, and what is true as it is asked. */
import { differenceOf, type Difference } from '../../domain/channels/agreement.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { TenantTransaction } from '../database.ts';
import { equalTo, every, sql } from '../sql-text.ts';
import { readPage, type PageOf, type PageQuery } from '../page.ts';
import { readStockLevels, readStorePlaces } from './stock-levels.read.ts';

interface Kept {
  push_id: string | null;
  connection_id: string;
  merchant_id: string;
  channel_sku: string;
  item_id: string;
  store_location: string;
  inventory_buffer: string;
  compared_at: Date | null;
  is_told: boolean;
  told: number | null;
  said: Record<string, unknown> | null;
  is_said_otherwise: boolean;
  unknown_since: Date | null;
  last_error: string | null;
  given_up_at: Date | null;
  queued_at: Date | null;
  told_at: Date | null;
}

export interface StockAgreement extends Kept {
  true_now: number;
  difference: Difference | null;
}

const place = sql`coalesce(l.store_location, '')`;
const isSaidOtherwise = sql`coalesce(p.channel_says->'available' <> p.sent->'available', false)`;
const isTold = sql`coalesce(p.sent is not null and p.sent_version = p.version, false)`;

const columns = sql`p.id as push_id, m.connection_id, m.merchant_id, m.channel_sku, m.item_id, ${place} as store_location,
  c.inventory_buffer, c.compared_at, ${isTold} as is_told, (p.sent->>'available')::double precision as told,
  p.channel_says as said, ${isSaidOtherwise} as is_said_otherwise, p.unknown_since, p.last_error, p.given_up_at,
  p.queued_at, p.sent_at as told_at`;

// A place that no warehouse fills any more is one until the store has been told so.
const from = sql`product_mappings m
  join channel_connections c on c.organization_id = m.organization_id and c.id = m.connection_id
   and c.status <> 'disabled'
  left join lateral (
    select o.store_location from connection_locations o
     where o.organization_id = m.organization_id and o.connection_id = m.connection_id
     union
    select q.store_location from channel_pushes q
     where q.organization_id = m.organization_id and q.connection_id = m.connection_id and q.kind = 'inventory'
       and q.subject = m.channel_sku and q.store_location <> ''
       and (q.sent is not null or q.sent_version < q.version)) l on true
  left join channel_pushes p on p.organization_id = m.organization_id and p.connection_id = m.connection_id
   and p.kind = 'inventory' and p.subject = m.channel_sku and p.store_location = ${place}`;

export async function listStockAgreement(
  tx: TenantTransaction,
  {
    page,
    page_size,
    differs,
    ...filters
  }: PageQuery & { connection_id?: string; channel_sku?: string; item_id?: string; differs?: boolean },
): Promise<PageOf<StockAgreement>> {
  const isKnownToDiffer = sql`not ${isTold} or ${isSaidOtherwise}`;
  const where = every([
    ...equalTo('m', { organization_id: tx.organizationId, ...filters }),
    sql`('inventory' = any (c.sync_scopes) or p.id is not null)`,
    ...(differs === undefined ? [] : [sql`(${isKnownToDiffer}) = ${differs}`]),
  ]);
  const order = ['m.connection_id', 'm.channel_sku', { by: place }];
  const found = await readPage<Kept>(tx, { columns, from, where, order }, { page, page_size });
  return { ...found, rows: await withTruth(tx, found.rows) };
}

async function withTruth(tx: TenantTransaction, kept: readonly Kept[]): Promise<StockAgreement[]> {
  const agreements: StockAgreement[] = [];
  // A page is in the order of its connections.
  for (const [id, rows] of groupBy(kept, ({ connection_id: connectionId }) => connectionId)) {
    const places = await readStorePlaces(tx, id);
    const itemIds = rows.map(({ item_id: itemId }) => itemId);
    const levelsOf = await readStockLevels(tx, rows[0]!, places, itemIds);
    for (const row of rows) {
      const level = levelsOf(row.item_id).find(({ store_location: at }) => at === row.store_location);
      const trueNow = level?.available ?? 0;
      const telling = row.queued_at && {
        ...row,
        is_true: row.told === trueNow,
        queued_at: row.queued_at,
        sent_at: row.told_at,
      };
      agreements.push({ ...row, true_now: trueNow, difference: differenceOf(telling) });
    }
  }
  return agreements;
}
