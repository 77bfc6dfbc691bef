/**
 * What stores may have to be told: a reader of the event stream. Which items' stock may have changed since stores were
 * last compared with it, and where the reader is.
 */
import { isToldOfOrders, isToldOfStock } from '../integration/connections.read.ts';
import { namedMax } from '../inventory/posting.ts';
import { execute, row, rows, type Database, type TenantTransaction } from '../database.ts';
import type { StreamPosition } from '../tenancy/followed-events.read.ts';
import { isHere } from '../tenancy/whereabouts.ts';
import { sql, type SqlText } from '../sql-text.ts';

/** What no event tells, such as a lot that expires, a store learns of within this time. */
const allOver = sql`interval '1 hour'`;

// What is told of orders is missed only before a change of the connection, which clears this.
const isDueForAll = sql`(c.compared_at is null or (${isToldOfStock} and c.compared_at < now() - ${allOver}))`;

/**
 * Organizations whose stores are told by themselves, and that have events not looked at or a store due, beginning behind
 * one and going around. `is_ready` is false when all of those events committed alongside a transaction that is still open.
 */
export function organizationsWithNews(
  database: Database,
  after: string,
  limit: number,
): Promise<{ organization_id: string; is_ready: boolean }[]> {
  return rows(
    database.system,
    sql`select o.organization_id, o.is_due or coalesce(e.is_ready, false) as is_ready
          from (select c.organization_id, bool_or(${isDueForAll}) as is_due from channel_connections c
                 where ${isToldOfStock} or ${isToldOfOrders} group by c.organization_id) o
          left join channel_streams s on s.organization_id = o.organization_id
          left join lateral (
            select transaction_id < stream_horizon(o.organization_id) as is_ready from events
             where organization_id = o.organization_id
               and (transaction_id, position) > (s.transaction_id, s.position)
             order by transaction_id, position limit 1) e on true
         where (o.is_due or e.is_ready is not null) and ${isHere(sql`o.organization_id`)}
         order by o.is_due or coalesce(e.is_ready, false) desc, o.organization_id <= ${after}::uuid, o.organization_id
         limit ${limit}`,
  );
}

/**
 * Locks the organization's place in its stream until the transaction ends; undefined when another process has it. The
 * first place is before every transaction still open: what ended earlier is seen by the first comparison of all stock.
 */
export async function lockPlace(tx: TenantTransaction): Promise<StreamPosition | undefined> {
  await execute(
    tx,
    sql`insert into channel_streams (organization_id, transaction_id)
        select ${tx.organizationId}::uuid, stream_horizon(${tx.organizationId})
         where not exists (select 1 from channel_streams where organization_id = ${tx.organizationId})
        on conflict do nothing`,
  );
  return row<StreamPosition>(
    tx,
    sql`select transaction_id::text as transaction, position::text as position from channel_streams
         where organization_id = ${tx.organizationId} for update skip locked`,
  );
}

// These change what can be sold of items no event of theirs names.
const isOfAll = sql`(type in ('organization.settings_changed', 'location.changed', 'warehouse.changed')
  or (type in ('import.completed', 'import.failed') and data->>'kind' in ('items', 'locations')))`;

/**
 * The last of the next events, how many those are, and whether one may concern all stock; older than every open
 * transaction, so none is skipped.
 */
export async function nextEvents(
  tx: TenantTransaction,
  after: StreamPosition,
  limit: number,
): Promise<{ last: StreamPosition; count: number; concernsAll: boolean }> {
  const news = await rows<StreamPosition & { of_all: boolean }>(
    tx,
    sql`select transaction_id::text as transaction, position::text as position, ${isOfAll} as of_all
          from events
         where organization_id = ${tx.organizationId}
           and (transaction_id, position) > (${after.transaction}::xid8, ${after.position}::bigint)
           and transaction_id < (select stream_horizon(${tx.organizationId}))
         order by events.transaction_id, events.position limit ${limit}`,
  );
  const { transaction, position } = news.at(-1) ?? after;
  return {
    last: { transaction, position },
    count: news.length,
    concernsAll: news.some(({ of_all: concerns }) => concerns),
  };
}

/** The events between two places of an organization's stream. */
export const newsBetween = (
  organizationId: string,
  after: StreamPosition,
  last: StreamPosition,
): SqlText => sql`
  select e.organization_id, e.type, e.subject_type, e.subject_id, e.data from events e
   where e.organization_id = ${organizationId}
     and (e.transaction_id, e.position) > (${after.transaction}::xid8, ${after.position}::bigint)
     and (e.transaction_id, e.position) <= (${last.transaction}::xid8, ${last.position}::bigint)`;

export async function movePlace(
  tx: TenantTransaction,
  { transaction, position }: StreamPosition,
): Promise<void> {
  await execute(
    tx,
    sql`update channel_streams set transaction_id = ${transaction}::xid8, position = ${position}::bigint
         where organization_id = ${tx.organizationId}`,
  );
}

// Whether as many items are named as an event can have.
const lastNamed = `$.item_ids[${namedMax - 1}]`;

/** Items an event names, by itself or through its order or its locations; those it leaves out are in the ledger. */
const touchedItems: SqlText = sql`
  select (n.data->>'item_id')::uuid as item_id from news n where n.data->>'item_id' is not null
   union
  select n.subject_id from news n where n.type = 'item.changed'
   union
  select i.value::uuid from news n
   cross join lateral jsonb_array_elements_text(n.data->'item_ids') i where jsonb_typeof(n.data->'item_ids') = 'array'
   union
  select l.item_id from news n
    join inventory_ledger l on l.organization_id = n.organization_id and l.command_id = n.subject_id
   where n.type = 'inventory.changed' and jsonb_path_exists(n.data, ${lastNamed}::jsonpath)
   union
  select (m.value->>'item_id')::uuid from news n
   cross join lateral jsonb_array_elements(n.data->'moved') m
   where n.type = 'inventory.moved'
   union
  select l.item_id from news n
    join sales_order_lines l on l.organization_id = n.organization_id and l.order_id = (n.data->>'order_id')::uuid
   where n.type like 'sales\\_order.%' or n.type like 'wms\\_shipment.%'
   union
  select b.item_id from news n
   cross join lateral jsonb_array_elements_text(n.data->'location_ids') p
    join inventory_balances b on b.organization_id = n.organization_id and b.location_id = p.value::uuid
   where n.type in ('inventory.locked', 'inventory.unlocked')`;

/** The stores that sell what events between two places are about, each with those items. */
export async function touchedOfStores(
  tx: TenantTransaction,
  after: StreamPosition,
  last: StreamPosition,
): Promise<Map<string, string[]>> {
  const found = await rows<{ connection_id: string; item_ids: string[] }>(
    tx,
    sql`with news as (
          ${newsBetween(tx.organizationId, after, last)}
        ), touched as (${touchedItems})
        select m.connection_id, array_agg(distinct m.item_id) as item_ids
          from touched t
          join product_mappings m on m.organization_id = ${tx.organizationId} and m.item_id = t.item_id
          join channel_connections c on c.organization_id = m.organization_id and c.id = m.connection_id
         where ${isToldOfStock}
         group by m.connection_id`,
  );
  return new Map(found.map(({ connection_id: id, item_ids: items }) => [id, items]));
}

export interface StoreDue {
  id: string;
  of_stock: boolean;
  of_orders: boolean;
}

/** Stores of which all is to be compared: what is due, and all stock when something `concernsAll` of it. */
export function storesDueForAll(tx: TenantTransaction, concernsAll: boolean): Promise<StoreDue[]> {
  return rows<StoreDue>(
    tx,
    sql`select c.id, ${isToldOfStock} as of_stock, ${isToldOfOrders} and c.compared_at is null as of_orders
          from channel_connections c
         where c.organization_id = ${tx.organizationId} and (${isToldOfStock} or ${isToldOfOrders})
           and (${isDueForAll} or (${concernsAll} and ${isToldOfStock}))`,
  );
}

/** All it is to know is compared as soon as possible. The caller holds the connection locked. */
export async function recordNotCompared(tx: TenantTransaction, connectionId: string): Promise<void> {
  await execute(
    tx,
    sql`update channel_connections set compared_at = null
         where organization_id = ${tx.organizationId} and id = ${connectionId}`,
  );
}

/** The caller holds the connection locked. */
export async function recordCompared(tx: TenantTransaction, connectionId: string): Promise<void> {
  await execute(
    tx,
    sql`update channel_connections set compared_at = now()
         where organization_id = ${tx.organizationId} and id = ${connectionId}`,
  );
}
