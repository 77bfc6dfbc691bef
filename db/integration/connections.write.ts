/** Writes of connections and mappings. */
import { newId } from '../../domain/new-id.ts';
import type { ConnectionStatus } from '../../domain/integration/event-states.ts';
import type { HeaderNames } from '../../domain/integration/header-names.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { assignments, sql, values, type SqlText } from '../sql-text.ts';
import { lockPushes } from './waiting-pushes.write.ts';

export interface ConnectionFields {
  name?: string | undefined;
  store_domain?: string | null | undefined;
  header_names?: HeaderNames | undefined;
  api_url?: string | null | undefined;
  credentials_sealed?: string | undefined;
  credential_names?: string[] | undefined;
  webhook_secret_sealed?: string | null | undefined;
  sync_scopes?: string[] | undefined;
  match_by_sku?: boolean | undefined;
  inventory_buffer?: number | undefined;
  auto_sync?: boolean | undefined;
  made_by?: readonly string[] | undefined;
  maker_token_id?: string | null | undefined;
}

export interface NewConnection extends ConnectionFields {
  id: string;
  connector: string;
  merchant_id: string;
  channel_id: string;
  is_channel_named: boolean;
  name: string;
}

export async function insertConnection(tx: TenantTransaction, connection: NewConnection): Promise<void> {
  await execute(
    tx,
    sql`insert into channel_connections ${values({ organization_id: tx.organizationId, ...connection })}`,
  );
}

/**
 * Changes the given fields; after any, all it is to know is compared anew. `last_error` is cleared along with its cause.
 * Whoever takes on a store's domain, or comes back to it, is the last of those that name it. What was proven with another
 * domain, address or credentials is not, and what another store was told, this one was not.
 */
export async function updateConnection(
  tx: TenantTransaction,
  id: string,
  fields: ConnectionFields & { status: ConnectionStatus; last_error?: null },
): Promise<void> {
  const { status, store_domain: domain } = fields;
  const isOtherStore = domain === undefined ? sql`false` : sql`store_domain is distinct from ${domain}::text`;
  const isOtherAddress =
    fields.api_url === undefined ? sql`false` : sql`api_url is distinct from ${fields.api_url}::text`;
  const isOtherKey = fields.credentials_sealed === undefined ? sql`false` : sql`true`;
  if (domain !== undefined || fields.api_url !== undefined) await lockPushes(tx, id);
  await execute(
    tx,
    // A push on its way to the former store loses its claim, and is sent to this one; this may be the same one under another
    // address, so it is asked first for what that may have heard of an order.
    sql`update channel_pushes p
           set sent = null, channel_says = null, sent_at = null, claim = null, claimed_until = null,
               attempts = case when p.claim is null and p.unknown_since is null then p.attempts else 1 end,
               unknown_since = null, given_up_at = case when p.order_id is not null then p.given_up_at end
          from channel_connections c
         where c.organization_id = ${tx.organizationId} and c.id = ${id} and (${isOtherStore} or ${isOtherAddress})
           -- Another store has none of the former one's orders.
           and (p.order_id is null or p.sent_version < p.version)
           and p.organization_id = c.organization_id and p.connection_id = c.id`,
  );
  const isBack = status === 'disabled' ? sql`false` : sql`status = 'disabled'`;
  await execute(
    tx,
    sql`update channel_connections
           set ${assignments({ ...fields, compared_at: null, updated_at: sql`now()` })},
               store_claimed_at = case when ${isOtherStore} or ${isBack} then now() else store_claimed_at end,
               store_proven_at = case when ${isOtherStore} or ${isOtherAddress} or ${isOtherKey} or ${isBack} then null
                                      else store_proven_at end
         where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

export interface LockedConnection {
  id: string;
  merchant_id: string;
  channel_id: string;
  status: ConnectionStatus;
  api_url: string | null;
  has_credentials: boolean;
  inventory_buffer: string;
}

/**
 * Locks a connection against changes to it and its mappings. Refuses 404. What refers to it, such as its webhooks, can be
 * written meanwhile: those of many tenants are committed together.
 */
export async function lockConnection(tx: TenantTransaction, id: string): Promise<LockedConnection> {
  const [found] = await rows<LockedConnection>(
    tx,
    sql`select id, merchant_id, channel_id, status, api_url, credentials_sealed is not null as has_credentials,
               inventory_buffer from channel_connections
         where organization_id = ${tx.organizationId} and id = ${id} for no key update`,
  );
  if (!found) throw notFound('connection');
  return found;
}

/** The same for a connection that is not disabled; also refuses 409 CONNECTION_DISABLED. */
export async function lockLiveConnection(tx: TenantTransaction, id: string): Promise<LockedConnection> {
  const found = await lockConnection(tx, id);
  if (found.status === 'disabled')
    throw new Refusal('CONNECTION_DISABLED', 'The connection is disabled; enable it first.');
  return found;
}

const mappingLock = (organizationId: string, connectionId: string): SqlText =>
  sql`hashtextextended('product mappings|' || ${organizationId}::text || '|' || ${connectionId}::text, 0)`;

/**
 * Keeps new mappings of the connection waiting until this transaction has ended. Whoever writes an order with an unknown
 * SKU looks for its mapping again under this lock: a mapping made meanwhile would neither be seen by the order nor find
 * the order, which would then wait for it for good.
 */
export async function holdNewMappings(tx: TenantTransaction, connectionId: string): Promise<void> {
  await execute(
    tx,
    sql`select pg_advisory_xact_lock_shared(${mappingLock(tx.organizationId, connectionId)})`,
  );
}

/**
 * Inserts a mapping, after the orders that are being written without it. Refuses 409 DUPLICATE for a channel SKU that is
 * already mapped.
 */
export async function insertMapping(
  tx: TenantTransaction,
  mapping: { connection_id: string; merchant_id: string; channel_sku: string; item_id: string },
): Promise<string> {
  const id = newId();
  await execute(
    tx,
    sql`select pg_advisory_xact_lock(${mappingLock(tx.organizationId, mapping.connection_id)})`,
  );
  await execute(
    tx,
    sql`insert into product_mappings ${values({ organization_id: tx.organizationId, id, ...mapping })}`,
  );
  return id;
}

/** The connection a mapping is of. Refuses 404. */
export async function connectionOfMapping(tx: TenantTransaction, id: string): Promise<string> {
  const [found] = await rows<{ connection_id: string }>(
    tx,
    sql`select connection_id from product_mappings where organization_id = ${tx.organizationId} and id = ${id}`,
  );
  if (!found) throw notFound('mapping');
  return found.connection_id;
}

/** False if the mapping is to that item already. The caller holds the connection locked. */
export async function setMappedItem(tx: TenantTransaction, id: string, itemId: string): Promise<boolean> {
  const changed = await execute(
    tx,
    sql`update product_mappings set item_id = ${itemId}
         where organization_id = ${tx.organizationId} and id = ${id} and item_id <> ${itemId}`,
  );
  return changed > 0;
}

/** Drafts of the connection's orders with a line for the mapping's SKU that has no item yet; a few at a time. */
export function draftsThatWait(
  tx: TenantTransaction,
  mappingId: string,
  limit: number,
): Promise<{ order_id: string; channel_sku: string; item_id: string }[]> {
  return rows(
    tx,
    sql`select distinct o.id as order_id, m.channel_sku, m.item_id
          from product_mappings m
          join inbound_events e on e.organization_id = m.organization_id and e.connection_id = m.connection_id
          join sales_orders o on o.organization_id = e.organization_id and o.id = e.order_id and o.status = 'draft'
          join sales_order_lines l on l.organization_id = o.organization_id and l.order_id = o.id
           and l.item_id is null and l.channel_sku = m.channel_sku
         where m.organization_id = ${tx.organizationId} and m.id = ${mappingId}
         order by o.id limit ${limit}`,
  );
}

/**
 * Sets the item on a draft's lines with that SKU. The caller holds the order locked. Returns whether a line is still
 * unmapped.
 */
export async function mapLines(
  tx: TenantTransaction,
  orderId: string,
  channelSku: string,
  itemId: string,
): Promise<boolean> {
  await execute(
    tx,
    sql`update sales_order_lines set item_id = ${itemId}
         where organization_id = ${tx.organizationId} and order_id = ${orderId} and item_id is null
           and channel_sku = ${channelSku}`,
  );
  const unmapped = await rows(
    tx,
    sql`select 1 from sales_order_lines
         where organization_id = ${tx.organizationId} and order_id = ${orderId} and item_id is null limit 1`,
  );
  return unmapped.length > 0;
}
