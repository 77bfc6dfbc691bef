/** Which items' stock may have changed since stores were last compared with it: a reader of the event stream. */
import { isToldByItself } from '../integration/connections.read.ts';
import { execute, row, rows, type Database, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';

/** What no event tells, such as a lot that expires, a store learns of within this time. */
const allOver = sql`interval '1 hour'`;

const isDueForAll = sql`(c.stock_compared_at is null or c.stock_compared_at < now() - ${allOver})`;

/** Organizations whose stores are told of stock by themselves, and that have events not looked at or a store due. */
export async function organizationsWithStockNews(database: Database, limit: number): Promise<string[]> {
  const found = await rows<{ organization_id: string }>(
    database.system,
    sql`select distinct c.organization_id
          from channel_connections c
          left join channel_streams s on s.organization_id = c.organization_id
         where ${isToldByItself}
           and (${isDueForAll}
                or exists (select 1 from events e
                            where e.organization_id = c.organization_id
                              and (e.transaction_id, e.position) > (s.transaction_id, s.position)))
         limit ${limit}`,
  );
  return found.map(({ organization_id: id }) => id);
}

interface Place {
  transaction: string;
  position: string;
}

/**
 * Locks the organization's place in its stream until the transaction ends; undefined when another process has it. The
 * first place is before every transaction still open: what ended earlier is seen by the first comparison of all stock.
 */
export async function lockPlace(tx: TenantTransaction): Promise<Place | undefined> {
  await execute(
    tx,
    sql`insert into channel_streams (organization_id, transaction_id)
        select ${tx.organizationId}::uuid, stream_horizon(${tx.organizationId})
         where not exists (select 1 from channel_streams where organization_id = ${tx.organizationId})
        on conflict do nothing`,
  );
  return row<Place>(
    tx,
    sql`select transaction_id::text as transaction, position::text as position from channel_streams
         where organization_id = ${tx.organizationId} for update skip locked`,
  );
}

/** The last of the next events, and how many those are; older than every open transaction, so none is skipped. */
export async function nextEvents(
  tx: TenantTransaction,
  after: Place,
  limit: number,
): Promise<{ last: Place; count: number }> {
  const news = await rows<Place>(
    tx,
    sql`select transaction_id::text as transaction, position::text as position from events
         where organization_id = ${tx.organizationId}
           and (transaction_id, position) > (${after.transaction}::xid8, ${after.position}::bigint)
           and transaction_id < (select stream_horizon(${tx.organizationId}))
         order by events.transaction_id, events.position limit ${limit}`,
  );
  return { last: news.at(-1) ?? after, count: news.length };
}

export async function movePlace(tx: TenantTransaction, { transaction, position }: Place): Promise<void> {
  await execute(
    tx,
    sql`update channel_streams set transaction_id = ${transaction}::xid8, position = ${position}::bigint
         where organization_id = ${tx.organizationId}`,
  );
}

/** Items an event names, by itself or through its order or its locations. */
const touchedItems: SqlText = sql`
  select (n.data->>'item_id')::uuid as item_id from news n where n.data->>'item_id' is not null
   union
  select i.value::uuid from news n
   cross join lateral jsonb_array_elements_text(n.data->'item_ids') i where jsonb_typeof(n.data->'item_ids') = 'array'
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
  after: Place,
  last: Place,
): Promise<Map<string, string[]>> {
  const found = await rows<{ connection_id: string; item_ids: string[] }>(
    tx,
    sql`with news as (
          select e.organization_id, e.type, e.data from events e
           where e.organization_id = ${tx.organizationId}
             and (e.transaction_id, e.position) > (${after.transaction}::xid8, ${after.position}::bigint)
             and (e.transaction_id, e.position) <= (${last.transaction}::xid8, ${last.position}::bigint)
        ), touched as (${touchedItems})
        select m.connection_id, array_agg(distinct m.item_id) as item_ids
          from touched t
          join product_mappings m on m.organization_id = ${tx.organizationId} and m.item_id = t.item_id
          join channel_connections c on c.organization_id = m.organization_id and c.id = m.connection_id
         where ${isToldByItself}
         group by m.connection_id`,
  );
  return new Map(found.map(({ connection_id: id, item_ids: items }) => [id, items]));
}

/** Stores all of whose stock is to be compared. */
export async function storesDueForAll(tx: TenantTransaction): Promise<string[]> {
  const found = await rows<{ id: string }>(
    tx,
    sql`select c.id from channel_connections c
         where c.organization_id = ${tx.organizationId} and ${isToldByItself} and ${isDueForAll}`,
  );
  return found.map(({ id }) => id);
}

/** The caller holds the connection locked. */
export async function recordCompared(tx: TenantTransaction, connectionId: string): Promise<void> {
  await execute(
    tx,
    sql`update channel_connections set stock_compared_at = now()
         where organization_id = ${tx.organizationId} and id = ${connectionId}`,
  );
}
