/** Reads drayage orders and their containers. */
import {
  containerState,
  type Classifier,
  type ContainerCode,
  type ContainerEvent,
  type ContainerState,
} from '../../domain/drayage/container-events.ts';
import type { Clock } from '../../domain/drayage/clocks.ts';
import type { DrayageStatus } from '../../domain/drayage/drayage-states.ts';
import { groupBy } from '../../domain/group-by.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { every, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { mentioning } from '../search.ts';

export interface DrayageOrderRow {
  id: string;
  order_no: string;
  status: DrayageStatus;
  merchant_id: string;
  warehouse_id: string;
  warehouse_code: string;
  time_zone: string;
  container_no: string;
  pickup: Record<string, unknown>;
  delivery: Record<string, unknown>;
  carrier_id: string | null;
  carrier: string | null;
  seal_no: string | null;
  size_type: string | null;
  demurrage_free_days: number;
  per_diem_free_days: number;
  demurrage_rate: string | null;
  per_diem_rate: string | null;
  currency: string;
  note: string;
  receipt_id: string | null;
  created_at: Date;
  updated_at: Date;
  dispatched_at: Date | null;
  picked_up_at: Date | null;
  delivered_at: Date | null;
  completed_at: Date | null;
  cancelled_at: Date | null;
}

export interface ContainerEventRow extends ContainerEvent {
  order_id: string;
  container_no: string;
  dcsa_code: string | null;
  location: string | null;
  source: string;
  external_id: string | null;
  recorded_by: string;
}

export interface ClockRow extends Clock {
  order_id: string;
  cause_event_id: string | null;
  computed_at: Date;
}

/** An order with the container's state and current clocks. */
export interface TrackedOrder extends DrayageOrderRow {
  container_state: ContainerState;
  last_event: {
    code: ContainerCode;
    classifier: Classifier;
    occurred_at: Date;
    location: string | null;
  } | null;
  clocks: ClockRow[];
  /** Today in the warehouse's time zone. */
  today: string;
}

export const drayageSorts = { created_at: 'd.created_at', order_no: 'd.order_no' } as const;

export interface DrayageFilters {
  q?: string | undefined;
  status?: DrayageStatus | undefined;
  merchant_id?: string | undefined;
  warehouse_id?: string | undefined;
  container_no?: string | undefined;
}

const from = sql`drayage_orders d`;
const joins = sql`join warehouses w on w.organization_id = d.organization_id and w.id = d.warehouse_id
  left join carriers c on c.organization_id = d.organization_id and c.id = d.carrier_id`;

const columns = sql`
  d.id, d.order_no, d.status, d.merchant_id, d.warehouse_id, w.code as warehouse_code, w.time_zone, d.container_no, d.pickup,
  d.delivery, d.carrier_id, c.name as carrier, d.seal_no, d.size_type, d.demurrage_free_days, d.per_diem_free_days,
  d.demurrage_rate, d.per_diem_rate, d.currency, d.note, d.receipt_id, d.created_at, d.updated_at, d.dispatched_at,
  d.picked_up_at, d.delivered_at, d.completed_at, d.cancelled_at,
  to_char(now() at time zone w.time_zone, 'YYYY-MM-DD') as today`;

const words = { table: 'drayage_orders', id: 'd.id', columns: ['d.order_no', 'd.container_no'] } as const;

/** A page of drayage orders, newest first. */
export async function listDrayageOrders(
  tx: TenantTransaction,
  filters: DrayageFilters,
  page: PageQuery,
): Promise<PageOf<TrackedOrder>> {
  const { q, status, merchant_id, warehouse_id, container_no } = filters;
  const wanted = [sql`d.organization_id = ${tx.organizationId}`];
  if (status) wanted.push(sql`d.status = ${status}`);
  if (merchant_id) wanted.push(sql`d.merchant_id = ${merchant_id}`);
  if (warehouse_id) wanted.push(sql`d.warehouse_id = ${warehouse_id}`);
  if (container_no) wanted.push(sql`d.container_no = ${container_no}`);
  const search = await mentioning(tx, words, q);
  const where = every(wanted);
  const list = { columns, from, joins, where, search, sorts: drayageSorts, id: 'd.id', usual: '-created_at' };
  const found = await readPage<DrayageOrderRow & { today: string }>(tx, list, page);
  return { ...found, rows: await tracked(tx, found.rows) };
}

export async function findDrayageOrder(tx: TenantTransaction, id: string): Promise<TrackedOrder | undefined> {
  const found = await rows<DrayageOrderRow & { today: string }>(
    tx,
    sql`select ${columns} from ${from} ${joins} where d.organization_id = ${tx.organizationId} and d.id = ${id}`,
  );
  return (await tracked(tx, found))[0];
}

async function tracked(
  tx: TenantTransaction,
  orders: readonly (DrayageOrderRow & { today: string })[],
): Promise<TrackedOrder[]> {
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const [happened, readings] = await Promise.all([
    readTripEvents(tx, ids),
    rows<ClockRow>(
      tx,
      sql`select distinct on (order_id, kind) ${clockColumns} from drayage_clock_changes
           where organization_id = ${tx.organizationId} and order_id = any (${ids}::uuid[])
           order by order_id, kind, computed_at desc, id desc`,
    ),
  ]);
  const events = groupBy(happened, ({ trip_id: id }) => id);
  const clocks = groupBy(readings, ({ order_id: id }) => id);
  return orders.map((order) => {
    const ofOrder = events.get(order.id) ?? [];
    const last = ofOrder.findLast(({ classifier }) => classifier === 'actual');
    return {
      ...order,
      container_state: containerState(ofOrder),
      last_event: last
        ? {
            code: last.code,
            classifier: last.classifier,
            occurred_at: last.occurred_at,
            location: last.location,
          }
        : null,
      clocks: clocks.get(order.id) ?? [],
    };
  });
}

const clockColumns = sql`order_id, kind, starts_on, last_free_on, stops_on, cause_event_id, computed_at`;

/** Every reading the clocks of an order have had, in the order they were made. */
export function listClockChanges(tx: TenantTransaction, orderId: string): Promise<ClockRow[]> {
  return rows<ClockRow>(
    tx,
    sql`select ${clockColumns} from drayage_clock_changes
         where organization_id = ${tx.organizationId} and order_id = ${orderId} order by computed_at, id`,
  );
}

const eventColumns = sql`
  id, order_id, container_no, code, dcsa_code, classifier, occurred_at, location, source, external_id, last_free_day,
  corrects_event_id, recorded_by, received_at`;

// A trip has a few dozen events; a malfunctioning tracker must not fill the memory.
const eventsMax = 20_000;

/** The events of trips by when they happened, with those of cancelled orders that the trip was planned with before. */
function readTripEvents(
  tx: TenantTransaction,
  orderIds: readonly string[],
): Promise<(ContainerEventRow & { trip_id: string })[]> {
  return rows(
    tx,
    sql`select d.id as trip_id, e.*
          from drayage_orders d
         cross join lateral (
           select ${eventColumns} from container_events
            where organization_id = d.organization_id and order_id = any (d.continues || d.id)) e
         where d.organization_id = ${tx.organizationId} and d.id = any (${orderIds}::uuid[])
         order by e.occurred_at, e.received_at, e.id limit ${eventsMax}`,
  );
}

/** The events of one trip. */
export async function listTripEvents(tx: TenantTransaction, orderId: string): Promise<ContainerEventRow[]> {
  const events = await readTripEvents(tx, [orderId]);
  return events.map(({ trip_id: _trip, ...event }) => event);
}

/** A page of a container's events across all its trips; undefined when no order has that container. */
export async function listContainerEvents(
  tx: TenantTransaction,
  containerNo: string,
  { sort = 'occurred_at', ...page }: PageQuery,
): Promise<PageOf<ContainerEventRow> | undefined> {
  const [known] = await rows(
    tx,
    sql`select id from drayage_orders
         where organization_id = ${tx.organizationId} and container_no = ${containerNo} limit 1`,
  );
  if (!known) return undefined;
  const sign = sort.startsWith('-') ? '-' : '';
  const isByCreation = sort.endsWith('created_at');
  const list = {
    columns: eventColumns,
    from: sql`container_events`,
    where: sql`organization_id = ${tx.organizationId} and container_no = ${containerNo}`,
    order: [...(isByCreation ? [] : [`${sign}occurred_at`]), `${sign}received_at`, `${sign}id`],
  };
  return readPage<ContainerEventRow>(tx, list, page);
}

export async function findContainerEvent(
  tx: TenantTransaction,
  id: string,
): Promise<ContainerEventRow | undefined> {
  return (
    await rows<ContainerEventRow>(
      tx,
      sql`select ${eventColumns} from container_events where organization_id = ${tx.organizationId} and id = ${id}`,
    )
  )[0];
}
