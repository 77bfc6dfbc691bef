/** Reads the event log: one order's sequence, and the organization's stream. */
import { row, rows, type TenantTransaction } from '../database.ts';
import { every, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import type { StreamedEvent, StreamPosition } from '../tenancy/followed-events.read.ts';

export interface OrderEventRow {
  id: string;
  order_seq: number;
  type: string;
  occurred_at: Date;
  data: Record<string, unknown>;
  actor: string | null;
}

/** The events of an order in sequence: order_seq counts 1, 2, 3 without gaps. Undefined when there is no such order. */
export async function listOrderEvents(
  tx: TenantTransaction,
  orderId: string,
  { after, ...page }: PageQuery & { after?: number },
): Promise<PageOf<OrderEventRow> | undefined> {
  const order = await row(
    tx,
    sql`select id from sales_orders where organization_id = ${tx.organizationId} and id = ${orderId}`,
  );
  if (!order) return undefined;
  const parts = [
    sql`e.organization_id = ${tx.organizationId} and e.subject_type = 'sales_order' and e.subject_id = ${orderId}`,
  ];
  if (after !== undefined) parts.push(sql`e.subject_seq > ${after}`);
  const list = {
    columns: sql`e.id, e.subject_seq as order_seq, e.type, e.occurred_at, e.data, c.actor ->> 'name' as actor`,
    from: sql`events e left join commands c on c.organization_id = e.organization_id and c.id = e.command_id`,
    where: every(parts),
    order: ['e.subject_seq'],
  };
  return readPage<OrderEventRow>(tx, list, page);
}

/** The current end of the stream: everything committed by now is before it, whatever its transaction number. */
export async function streamEnd(tx: TenantTransaction): Promise<StreamPosition & { seen: string }> {
  const found = await row<{ transaction: string; seen: string }>(
    tx,
    sql`select pg_snapshot_xmin(s)::text as transaction, s::text as seen from stream_snapshot(${tx.organizationId}) s`,
  );
  return { ...found!, position: '0' };
}

/**
 * The next events after a position. Only transactions older than every open one are read, so an event that commits late
 * can never end up behind a reader and nothing is skipped. A merchant's token sees its merchant's events. (Sorts by the
 * columns rather than their text form: ten comes after nine.)
 */
export function readStream(
  tx: TenantTransaction,
  merchantId: string | null,
  after: StreamPosition,
  /** The snapshot a new stream began at: what that snapshot saw is history, not news. */
  seen: string | null,
  limit: number,
): Promise<StreamedEvent[]> {
  return rows<StreamedEvent>(
    tx,
    sql`select id, type, subject_type, subject_id, subject_seq, data, occurred_at,
            transaction_id::text as transaction, position::text as position
       from events
      where organization_id = ${tx.organizationId} and (transaction_id, position) > (${after.transaction}::text::xid8, ${after.position}::bigint)
        and transaction_id < (select stream_horizon(${tx.organizationId}))
        and (${merchantId}::text is null or data ->> 'merchant_id' = ${merchantId}::text)
        and (${seen}::text is null or not pg_visible_in_snapshot(transaction_id, ${seen}::text::pg_snapshot))
      order by events.transaction_id, events.position limit ${limit}`,
  );
}
