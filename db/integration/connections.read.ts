/** Reads connections and mappings; credentials are never read for an answer. */
import type { ConnectionStatus, Connector } from '../../domain/integration/event-states.ts';
import type { HeaderNames } from '../../domain/integration/header-names.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { equalTo, every, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';

export interface ConnectionRow {
  id: string;
  merchant_id: string;
  channel_id: string;
  connector: Connector;
  name: string;
  status: ConnectionStatus;
  store_domain: string | null;
  header_names: HeaderNames;
  api_url: string | null;
  paused_until: Date | null;
  credential_names: string[];
  has_webhook_secret: boolean;
  sync_scopes: string[];
  match_by_sku: boolean;
  inventory_buffer: string;
  auto_sync: boolean;
  last_error: string | null;
  last_tested_at: Date | null;
  made_by: string[];
  maker_token_id: string | null;
  created_at: Date;
  updated_at: Date;
}

const columns = sql`c.id, c.merchant_id, c.channel_id, c.connector, c.name, c.status, c.store_domain, c.header_names, c.api_url, c.paused_until, c.credential_names,
  c.webhook_secret_sealed is not null as has_webhook_secret,
  c.sync_scopes, c.match_by_sku, c.inventory_buffer, c.auto_sync, c.last_error, c.last_tested_at, c.made_by, c.maker_token_id,
  c.created_at, c.updated_at`;

export const connectionSorts = { created_at: 'c.created_at', name: 'c.name', status: 'c.status' };

export interface ConnectionFilters {
  status?: string;
  merchant_id?: string;
  channel_id?: string;
}

export function listConnections(
  tx: TenantTransaction,
  { page, page_size, sort, ...filters }: ConnectionFilters & PageQuery,
): Promise<PageOf<ConnectionRow>> {
  const list = {
    columns,
    from: sql`channel_connections c`,
    where: every(equalTo('c', { organization_id: tx.organizationId, ...filters })),
    sorts: connectionSorts,
    id: 'c.id',
    usual: '-created_at',
  };
  return readPage(tx, list, { page, page_size, sort });
}

export function findConnection(tx: TenantTransaction, id: string): Promise<ConnectionRow | undefined> {
  return row<ConnectionRow>(
    tx,
    sql`select ${columns} from channel_connections c where c.organization_id = ${tx.organizationId} and c.id = ${id}`,
  );
}

const isToldByItself = sql`(c.auto_sync and c.status <> 'disabled' and c.api_url is not null
  and c.credentials_sealed is not null)`;

/** Whether a connection `c` tells its store of stock by itself. */
export const isToldOfStock = sql`(${isToldByItself} and 'inventory' = any (c.sync_scopes))`;

/** Whether a connection `c` tells its store by itself what became of its orders: it is one that takes orders. */
export const isToldOfOrders = sql`(${isToldByItself} and (c.sync_scopes = '{}' or 'orders' = any (c.sync_scopes)))`;

export interface MappingRow {
  id: string;
  connection_id: string;
  merchant_id: string;
  channel_sku: string;
  item_id: string;
  sku: string;
  created_at: Date;
}

export const mappingSorts = { created_at: 'm.created_at', channel_sku: 'm.channel_sku' };

export function listMappings(
  tx: TenantTransaction,
  {
    page,
    page_size,
    sort,
    ...filters
  }: { connection_id?: string; channel_sku?: string; merchant_id?: string; id?: string } & PageQuery,
): Promise<PageOf<MappingRow>> {
  const list = {
    columns: sql`m.id, m.connection_id, m.merchant_id, m.channel_sku, m.item_id, i.sku, m.created_at`,
    from: sql`product_mappings m join items i on i.organization_id = m.organization_id and i.id = m.item_id`,
    where: every(equalTo('m', { organization_id: tx.organizationId, ...filters })),
    sorts: mappingSorts,
    id: 'm.id',
    usual: '-created_at',
  };
  return readPage(tx, list, { page, page_size, sort });
}

/** The item of each channel SKU: by its mapping or, where the connection allows it, by the merchant's identical SKU. */
export async function itemsOfChannelSkus(
  tx: TenantTransaction,
  connectionId: string,
  skus: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await rows<{ channel_sku: string; item_id: string }>(
    tx,
    sql`select s.sku as channel_sku, coalesce(m.item_id, i.id) as item_id
          from channel_connections c
          cross join unnest(${[...new Set(skus)]}::text[]) s (sku)
          left join product_mappings m on m.organization_id = c.organization_id and m.connection_id = c.id
           and m.channel_sku = s.sku
          left join items i on c.match_by_sku and i.organization_id = c.organization_id
           and i.merchant_id = c.merchant_id and i.sku = s.sku and i.is_active
         where c.organization_id = ${tx.organizationId} and c.id = ${connectionId}
           and coalesce(m.item_id, i.id) is not null`,
  );
  return new Map(found.map(({ channel_sku: sku, item_id: id }) => [sku, id]));
}
