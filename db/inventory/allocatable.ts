/**
 * Which stock can be promised and allocated: a single definition for ATP, the allocator and the queries that explain
 * them. The SQL comes from our code only and expects the aliases b (inventory_balances), l (locations), w (warehouses),
 * i (items), t (lots), k (location_locks).
 */
import type { SetAsideStatus } from '../../domain/inventory/allocations.ts';
import { expiredSql } from './expiry.ts';
import type { Whole } from '../../domain/inventory/whole-first.ts';
import { sql, type SqlText } from '../sql-text.ts';

/** Everything the rule reads, joined to a balance. */
export const allocatableJoins = sql`
  join locations l on l.organization_id = b.organization_id and l.id = b.location_id
  join warehouses w on w.organization_id = b.organization_id and w.id = b.warehouse_id
  join items i on i.organization_id = b.organization_id and i.id = b.item_id
  left join lots t on t.organization_id = b.organization_id and t.item_id = b.item_id and t.lot_no = b.lot_no
  left join location_locks k on k.organization_id = b.organization_id and k.location_id = b.location_id`;

/**
 * Why available stock cannot be allocated, or null when it can. A lot is good through the end of its expiry date at the
 * warehouse.
 */
export const rejectionSql = sql`
  case
    when b.status <> 'available' then 'status_' || b.status
    when not l.is_active or not w.is_active then 'location_inactive'
    when l.type in ('transit', 'virtual') then 'location_not_allocatable'
    when k.location_id is not null then 'location_locked'
    when t.hold_id is not null then 'lot_on_hold'
    when ${expiredSql(sql`t.expiry_date`, sql`w.time_zone`)} then 'expired'
    when t.expiry_date - (now() at time zone w.time_zone)::date < i.min_remaining_life_days then 'remaining_life_too_short'
  end`;

export type AllocationStrategy = 'fefo' | 'fifo' | 'lifo';

/**
 * The order in which a strategy takes stock. It ends with the key columns, which makes it total: the same plan comes
 * out twice.
 */
export const strategyOrder: Record<AllocationStrategy, SqlText> = {
  fefo: sql`t.expiry_date asc nulls last, b.received_at, l.pick_sequence, b.location_id, b.lot_no, b.lpn_id`,
  fifo: sql`b.received_at, t.expiry_date asc nulls last, l.pick_sequence, b.location_id, b.lot_no, b.lpn_id`,
  lifo: sql`b.received_at desc, t.expiry_date asc nulls last, l.pick_sequence, b.location_id, b.lot_no, b.lpn_id`,
};

/** The same from pick locations first; what expires first still goes first, wherever it lies. */
export const faceFirstOrder: Record<AllocationStrategy, SqlText> = {
  fefo: sql`t.expiry_date asc nulls last, (l.type = 'pick') desc, ${strategyOrder.fefo}`,
  fifo: sql`(l.type = 'pick') desc, ${strategyOrder.fifo}`,
  lifo: sql`(l.type = 'pick') desc, ${strategyOrder.lifo}`,
};

/** One piece of stock for one line. */
export interface AllocationPiece {
  line_id: string;
  item_id: string;
  merchant_id: string;
  warehouse_id: string;
  location_id: string;
  lot_no: string;
  lpn_id: string | null;
  qty: string;
  /** As what it stands: available, unless it says so. */
  stock_status?: SetAsideStatus;
  why: {
    strategy: AllocationStrategy | 'cross_dock' | 'named';
    rank: number;
    expiry_date: string | null;
    received_at: string;
    rejected: unknown[];
    /** With whole_first: in which wholes it is taken. */
    split?: { unit: Whole; qty: number }[];
  };
}

/** So many pieces of stock that were passed over are named. */
export const rejectedShown = 10;
