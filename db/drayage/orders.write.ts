/** Writes of drayage orders. */
import { isOneOf } from '../state-columns.ts';
import { openStates } from '../../domain/drayage/drayage-states.ts';
import type { DrayageStatus } from '../../domain/drayage/drayage-states.ts';
import { notFound } from '../../domain/refusal.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface NewDrayageOrder {
  id: string;
  order_no: string;
  merchant_id: string;
  warehouse_id: string;
  container_no: string;
  pickup: object;
  delivery: object;
  carrier_id: string | null;
  seal_no: string | null;
  size_type: string | null;
  demurrage_free_days: number;
  per_diem_free_days: number;
  demurrage_rate: number | null;
  per_diem_rate: number | null;
  currency: string;
  note: string;
  /** The cancelled orders whose events are events of this trip. */
  continues: readonly string[];
  created_by: string;
}

const isTripOpen = isOneOf('status', openStates);

/** Stores an order. False when the container is already on an open trip of the merchant. */
export async function insertDrayageOrder(tx: TenantTransaction, order: NewDrayageOrder): Promise<boolean> {
  const made = await execute(
    tx,
    sql`insert into drayage_orders (organization_id, id, order_no, merchant_id, warehouse_id, container_no, pickup, delivery,
               carrier_id, seal_no, size_type, demurrage_free_days, per_diem_free_days, demurrage_rate, per_diem_rate,
               currency, note, continues, created_by)
        values (${tx.organizationId}, ${order.id}, ${order.order_no}, ${order.merchant_id}, ${order.warehouse_id},
               ${order.container_no}, ${JSON.stringify(order.pickup)}::jsonb, ${JSON.stringify(order.delivery)}::jsonb,
               ${order.carrier_id}, ${order.seal_no}, ${order.size_type}, ${order.demurrage_free_days},
               ${order.per_diem_free_days}, ${order.demurrage_rate}, ${order.per_diem_rate}, ${order.currency},
               ${order.note}, ${[...order.continues]}::uuid[], ${order.created_by})
        on conflict (organization_id, merchant_id, container_no)
          where ${isTripOpen} do nothing`,
  );
  return made === 1;
}

export interface LockedDrayageOrder {
  id: string;
  order_no: string;
  status: DrayageStatus;
  merchant_id: string;
  warehouse_id: string;
  time_zone: string;
  container_no: string;
  carrier_id: string | null;
  seal_no: string | null;
  demurrage_free_days: number;
  per_diem_free_days: number;
  currency: string;
  receipt_id: string | null;
}

/** Locks an order. Refuses 404. */
export async function lockDrayageOrder(tx: TenantTransaction, id: string): Promise<LockedDrayageOrder> {
  const [order] = await rows<LockedDrayageOrder>(
    tx,
    sql`select d.id, d.order_no, d.status, d.merchant_id, d.warehouse_id, w.time_zone, d.container_no, d.carrier_id, d.seal_no,
               d.demurrage_free_days, d.per_diem_free_days, d.currency, d.receipt_id
          from drayage_orders d join warehouses w on w.organization_id = d.organization_id and w.id = d.warehouse_id
         where d.organization_id = ${tx.organizationId} and d.id = ${id} for update of d`,
  );
  if (!order) throw notFound('drayage order');
  return order;
}

// The empty has been returned: the container's next event is of another trip.
const isOver = sql`exists (select 1 from container_events e
  where e.organization_id = d.organization_id and e.order_id = any (d.continues || d.id)
    and e.code = 'empty_in' and e.classifier = 'actual'
    and not exists (select 1 from container_events c
                     where c.organization_id = e.organization_id and c.corrects_event_id = e.id))`;

/**
 * The trips a container event may belong to: one of each merchant. The open one; else the newest whose empty is still
 * out; else the newest. A cancelled one counts, since its container comes all the same: whoever plans the trip again
 * finds the event there. Only the trips at the latest of these stages: one that ended long ago is not asked about while
 * another's empty is out.
 */
export function findTrips(
  tx: TenantTransaction,
  containerNo: string,
  merchantId: string | null,
): Promise<{ id: string; merchant_id: string }[]> {
  return rows(
    tx,
    sql`with trips as (
          select distinct on (merchant_id) id, merchant_id,
                 case when ${isTripOpen} then 2 when status <> 'cancelled' and not ${isOver} then 1 else 0 end as stage
            from drayage_orders d
           where organization_id = ${tx.organizationId} and container_no = ${containerNo}
             and (${merchantId}::uuid is null or merchant_id = ${merchantId}::uuid)
           order by merchant_id, stage desc, created_at desc, id desc)
        select id, merchant_id from trips where stage = (select max(stage) from trips)`,
  );
}

/**
 * The cancelled order that a container's trip is planned again from, locked: the newest of the merchant, not over, and
 * not so long ago that the container must be on another voyage. Undefined when there is none.
 */
export async function lockTripToContinue(
  tx: TenantTransaction,
  merchantId: string,
  containerNo: string,
  daysMax: number,
): Promise<{ id: string; continues: string[] } | undefined> {
  const [newest] = await rows<{ id: string; continues: string[]; is_continued: boolean }>(
    tx,
    sql`select d.id, d.continues,
               d.status = 'cancelled' and not ${isOver}
               and greatest(d.cancelled_at, (select max(e.received_at) from container_events e
                                              where e.organization_id = d.organization_id and e.order_id = d.id))
                   > now() - make_interval(days => ${daysMax}) as is_continued
          from drayage_orders d
         where d.organization_id = ${tx.organizationId} and d.merchant_id = ${merchantId} and d.container_no = ${containerNo}
         order by d.created_at desc, d.id desc limit 1 for update of d`,
  );
  return newest?.is_continued ? newest : undefined;
}

/** The newest trip that the events of an order are events of: its own, or the one that continues it. */
export async function tripWithEventsOf(tx: TenantTransaction, orderId: string): Promise<string> {
  const [found] = await rows<{ id: string }>(
    tx,
    sql`select d.id from drayage_orders d
          join drayage_orders o on o.organization_id = d.organization_id and o.id = ${orderId}
         where d.organization_id = ${tx.organizationId} and d.merchant_id = o.merchant_id and d.container_no = o.container_no
           and (d.id = o.id or o.id = any (d.continues))
         order by d.created_at desc, d.id desc limit 1`,
  );
  return found!.id;
}

/** Moves an order to a status and sets its date, unless that is an event's: see `setTripDates`. */
export async function setDrayageStatus(
  tx: TenantTransaction,
  id: string,
  status: DrayageStatus,
  { receiptId = null, carrierId = null }: { receiptId?: string | null; carrierId?: string | null } = {},
): Promise<void> {
  await execute(
    tx,
    sql`update drayage_orders
           set status = ${status}, updated_at = now(), receipt_id = ${receiptId}::uuid,
               carrier_id = coalesce(${carrierId}::uuid, carrier_id),
               dispatched_at = case when ${status}::text = 'dispatched' then now() else dispatched_at end,
               completed_at = case when ${status}::text = 'completed' then now() end,
               cancelled_at = case when ${status}::text = 'cancelled' then now() end
         where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

/** Writes when a container was picked up and delivered, as its events say; what none of them says stays as it is. */
export async function setTripDates(
  tx: TenantTransaction,
  id: string,
  {
    picked_up_at: pickedUp,
    delivered_at: delivered,
  }: { picked_up_at: Date | null; delivered_at: Date | null },
): Promise<void> {
  await execute(
    tx,
    sql`update drayage_orders
           set picked_up_at = coalesce(${pickedUp}::timestamptz, picked_up_at),
               delivered_at = coalesce(${delivered}::timestamptz, delivered_at)
         where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

export interface DrayageTerms {
  demurrage_free_days?: number | undefined;
  per_diem_free_days?: number | undefined;
  demurrage_rate?: number | null | undefined;
  per_diem_rate?: number | null | undefined;
}

export async function setDrayageTerms(tx: TenantTransaction, id: string, terms: DrayageTerms): Promise<void> {
  const { demurrage_free_days: free = null, per_diem_free_days: diem = null } = terms;
  const { demurrage_rate: rate, per_diem_rate: diemRate } = terms;
  await execute(
    tx,
    sql`update drayage_orders
           set demurrage_free_days = coalesce(${free}::integer, demurrage_free_days),
               per_diem_free_days = coalesce(${diem}::integer, per_diem_free_days),
               demurrage_rate = case when ${rate !== undefined} then ${rate ?? null}::numeric else demurrage_rate end,
               per_diem_rate = case when ${diemRate !== undefined} then ${diemRate ?? null}::numeric else per_diem_rate end,
               updated_at = now()
         where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}
