/** Reads of connections and mappings; credentials are never among what is read for an answer. */
import type { ConnectionStatus, Connector } from '../../domain/integration/event-states.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { orderOf, readPage, type PageQuery } from '../page.ts';
import { sql } from '../sql-text.ts';

export interface ConnectionRow {
  id: string;
  merchant_id: string;
  channel_id: string;
  connector: Connector;
  name: string;
  status: ConnectionStatus;
  store_domain: string | null;
  api_url: string | null;
  credential_names: string[];
  sync_scopes: string[];
  match_by_sku: boolean;
  inventory_buffer: string;
  last_error: string | null;
  last_tested_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const columns = [
  'id',
  'merchant_id',
  'channel_id',
  'connector',
  'name',
  'status',
  'store_domain',
  'api_url',
  'credential_names',
  'sync_scopes',
  'match_by_sku',
  'inventory_buffer',
  'last_error',
  'last_tested_at',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof ConnectionRow)[];

export const connectionSorts = { created_at: 'created_at', name: 'name', status: 'status' };

export interface ConnectionFilters {
  status?: string;
  merchant_id?: string;
  channel_id?: string;
}

export function listConnections(
  tx: TenantTransaction,
  organizationId: string,
  { page, page_size, sort, ...filters }: ConnectionFilters & PageQuery,
): Promise<{ rows: ConnectionRow[]; total: number }> {
  const base = tx('channel_connections').where({ organization_id: organizationId, ...given(filters) });
  return readPage(base, columns, orderOf(connectionSorts, 'id', sort), { page, page_size });
}

function given(filters: object): object {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}

export async function findConnection(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<ConnectionRow | undefined> {
  return (await tx('channel_connections').where({ organization_id: organizationId, id }).first(columns)) as
    ConnectionRow | undefined;
}

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
  organizationId: string,
  {
    page,
    page_size,
    sort,
    ...filters
  }: { connection_id?: string; channel_sku?: string; merchant_id?: string; id?: string } & PageQuery,
): Promise<{ rows: MappingRow[]; total: number }> {
  const named = Object.fromEntries(
    Object.entries(given(filters)).map(([name, value]) => [`m.${name}`, value]),
  );
  const base = tx('product_mappings as m')
    .join('items as i', (on) => on.on('i.organization_id', 'm.organization_id').andOn('i.id', 'm.item_id'))
    .where({ 'm.organization_id': organizationId, ...named });
  const wanted = ['id', 'connection_id', 'merchant_id', 'channel_sku', 'item_id', 'created_at'];
  return readPage(
    base,
    [...wanted.map((name) => `m.${name}`), 'i.sku'],
    orderOf(mappingSorts, 'm.id', sort),
    { page, page_size },
  );
}

/** The item of each channel SKU: by its mapping, else by the merchant's SKU of that text where the connection wants it. */
export async function itemsOfChannelSkus(
  tx: TenantTransaction,
  organizationId: string,
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
         where c.organization_id = ${organizationId} and c.id = ${connectionId}
           and coalesce(m.item_id, i.id) is not null`,
  );
  return new Map(found.map(({ channel_sku: sku, item_id: id }) => [sku, id]));
}
