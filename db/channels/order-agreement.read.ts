/** Of each order of a store: what became of it, what the store was told of that, and what it said. */
import { differenceOf, type Difference } from '../../domain/channels/agreement.ts';
import type { OrderPushKind } from '../../domain/channels/push-kinds.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { OrderStatus } from '../../domain/orders/order-states.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { equalTo, every, sql } from '../sql-text.ts';
import { readPage, type PageOf, type PageQuery } from '../page.ts';
import { differingOrders, isSaidOtherwise, isTrue } from './differing-orders.ts';
import { allNewsOf, unionOf } from './order-facts.ts';

interface StoreOrder {
  connection_id: string;
  merchant_id: string;
  external_order_id: string;
  order_id: string;
  order_no: string;
  channel_order_no: string | null;
  status: OrderStatus;
}

export interface ToldNews {
  push_id: string | null;
  kind: OrderPushKind;
  subject: string;
  /** What became of it, as it is now. */
  true_now: Record<string, unknown> | null;
  told: Record<string, unknown> | null;
  said: Record<string, unknown> | null;
  told_at: Date | null;
  last_error: string | null;
  difference: Difference | null;
}

export interface OrderAgreement extends StoreOrder {
  news: ToldNews[];
}

const columns = sql`e.connection_id, o.merchant_id, e.external_id as external_order_id, o.id as order_id, o.order_no,
  o.channel_order_no, o.status`;
const from = sql`inbound_events e
  join sales_orders o on o.organization_id = e.organization_id and o.id = e.order_id`;

export async function listOrderAgreement(
  tx: TenantTransaction,
  {
    page,
    page_size,
    differs,
    ...filters
  }: PageQuery & { connection_id?: string; order_id?: string; differs?: boolean },
): Promise<PageOf<OrderAgreement>> {
  const isDiffering = sql`e.order_id in (${differingOrders(tx.organizationId, filters)})`;
  const where = every([
    ...equalTo('e', { organization_id: tx.organizationId, ...filters }),
    sql`e.order_id is not null and e.external_id is not null and e.status <> 'duplicate'`,
    ...(differs === undefined ? [] : [sql`(${isDiffering}) = ${differs}`]),
  ]);
  const order = ['-e.received_at', '-e.id'];
  const found = await readPage<StoreOrder>(tx, { columns, from, where, order }, { page, page_size });
  const news = await readNews(tx, found.rows);
  return { ...found, rows: found.rows.map((one) => ({ ...one, news: news.get(one.order_id) ?? [] })) };
}

interface KeptNews extends Omit<ToldNews, 'difference'> {
  order_id: string;
  is_told: boolean;
  is_true: boolean;
  is_said_otherwise: boolean;
  unknown_since: Date | null;
  given_up_at: Date | null;
  queued_at: Date | null;
}

/**
 * What became of the orders, beside what was told, through whichever connection: neither is looked for in the other.
 */
async function readNews(
  tx: TenantTransaction,
  orders: readonly StoreOrder[],
): Promise<ReadonlyMap<string, ToldNews[]>> {
  const ids = orders.map(({ order_id: id }) => id);
  const which = sql`select ${tx.organizationId}::uuid as organization_id, u.id from unnest(${ids}::uuid[]) u (id)`;
  const found = await rows<KeptNews>(
    tx,
    sql`select coalesce(f.order_id, p.order_id) as order_id, p.id as push_id, coalesce(f.kind, p.kind) as kind, coalesce(f.subject, p.subject) as subject,
               f.wanted as true_now, p.sent as told, p.channel_says as said, p.sent_at as told_at, p.last_error,
               coalesce(p.sent is not null and p.sent_version = p.version, false) as is_told,
               ${isTrue(sql`f.wanted`)} as is_true,
               coalesce(${isSaidOtherwise}, false) as is_said_otherwise,
               p.unknown_since, p.given_up_at, p.queued_at
          from (${unionOf(allNewsOf(which))}) f
          full join (select * from channel_pushes
                      where organization_id = ${tx.organizationId} and order_id = any (${ids}::uuid[])) p
            on p.order_id = f.order_id and p.kind = f.kind and p.subject = f.subject
         order by p.id nulls last, 3`,
  );
  const told = found.map(({ queued_at: queued, ...one }) => ({
    ...one,
    difference: differenceOf(queued && { ...one, queued_at: queued, sent_at: one.told_at }),
  }));
  return groupBy(told, ({ order_id: id }) => id);
}
