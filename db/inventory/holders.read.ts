/** Who holds stock, and why a balance cannot be allocated, by the allocator's own conditions. */
import { isOneOf } from '../state-columns.ts';
import type { HoldKind, Kept } from '../../domain/inventory/holds.ts';
import { holdingStates } from '../../domain/inventory/allocations.ts';
import { toJsonNumber } from '../../domain/decimal.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { equalTo, every, sql, type SqlText } from '../sql-text.ts';
import { allocatableJoins, rejectionSql } from './allocatable.ts';

export interface Holder {
  allocation_id: string;
  shipment_id: string;
  shipment_no: string;
  order_id: string | null;
  order_no: string | null;
  lpn: string | null;
  status: string;
  qty: number;
  since: Date;
}

const holdersMax = 200;

/**
 * The open and picked allocations on an allocated balance, oldest first, at most 200. Other balances have no holders.
 */
export async function readHolders(
  tx: TenantTransaction,
  at: { item_id: string; location_id: string; lot_no: string; status: string },
): Promise<Holder[]> {
  if (at.status !== 'allocated') return [];
  const found = await rows<Omit<Holder, 'qty'> & { qty: string }>(
    tx,
    sql`select a.id as allocation_id, a.shipment_id, s.shipment_no, a.order_id, o.order_no, p.lpn, a.status, a.qty,
            a.created_at as since
       from allocations a
       join wms_shipments s on s.organization_id = a.organization_id and s.id = a.shipment_id
       left join sales_orders o on o.organization_id = a.organization_id and o.id = a.order_id
       left join lpns p on p.organization_id = a.organization_id and p.id = a.lpn_id
      where a.organization_id = ${tx.organizationId} and a.item_id = ${at.item_id} and a.location_id = ${at.location_id} and a.lot_no = ${at.lot_no} and ${isOneOf('a.status', holdingStates)}
      order by a.created_at, a.id limit ${holdersMax}`,
  );
  return found.map((holder) => ({ ...holder, qty: toJsonNumber(holder.qty) }));
}

/** Why a balance cannot be allocated, with the count task when one locks its location. */
export async function readNotAllocatable(
  tx: TenantTransaction,
  at: { item_id: string; location_id: string; lot_no: string; status: string },
): Promise<{ reason: string | null; count_task_id: string | null }> {
  const found = await row<{ reason: string | null; count_task_id: string | null }>(
    tx,
    sql`select ${rejectionSql} as reason, k.count_task_id
       from inventory_balances b
       ${allocatableJoins}
      where b.organization_id = ${tx.organizationId} and b.item_id = ${at.item_id} and b.location_id = ${at.location_id} and b.lot_no = ${at.lot_no} and b.status = ${at.status}
      limit 1`,
  );
  return found ?? { reason: null, count_task_id: null };
}

// A row for each kind that has kept any of a stock, and one without a kind for all of them together.
const placedOf = (
  where: SqlText,
) => sql`select e.organization_id, e.warehouse_id, e.merchant_id, e.item_id, e.lot_no,
    e.hold_kind as kind, sum(e.qty_delta) as placed, min(e.occurred_at) as since
  from inventory_ledger e where e.hold_kind is not null and e.status = 'hold' and ${where}
  group by grouping sets ((e.organization_id, e.warehouse_id, e.merchant_id, e.item_id, e.lot_no, e.hold_kind),
                          (e.organization_id, e.warehouse_id, e.merchant_id, e.item_id, e.lot_no))`;

/**
 * When entry `e` changed what is on hold. What a return to its vendor took from the hold and gave back never left it: the
 * two cancel out where it was taken.
 */
const heldAt: SqlText = sql`coalesce((
  select min(x.occurred_at) from inventory_ledger x
   where e.transaction_type in ('deallocate', 'unpick') and x.organization_id = e.organization_id and x.ref_id = e.ref_id
     and x.item_id = e.item_id and x.lot_no = e.lot_no and x.status = 'hold' and x.transaction_type = 'allocate'
     and exists (select from allocations a
                  where a.organization_id = e.organization_id and a.shipment_id = e.ref_id
                    and a.shipment_line_id = e.ref_line_id and a.stock_status = 'hold')), e.occurred_at)`;

/**
 * The least that was ever on hold beside what `p` placed, since it began; `h` has what is on hold now. Entries `e` of others
 * than `p` count.
 */
export const lowestRest = (
  isOther: SqlText,
): SqlText => sql`select min(h.held_qty - p.placed - r.since_then) as lowest
      from (select sum(sum(e.qty_delta)) over (order by m.moment desc) - sum(e.qty_delta) as since_then
              from inventory_ledger e cross join lateral (select ${heldAt} as moment) m
             where e.organization_id = p.organization_id and e.item_id = p.item_id and e.warehouse_id = p.warehouse_id
               and e.lot_no = p.lot_no and e.status = 'hold' and m.moment >= p.since and ${isOther}
             group by m.moment) r`;

/**
 * What was placed less what was lifted, and less what left the hold in another way (disposed of, adjusted, counted,
 * returned to the vendor). Such stock has no kind: what no kind keeps leaves first, so that it took of a kind what the
 * rest of the hold lacked at its lowest since the kind was first placed. What the command that lifts took without a kind
 * is not yet gone: it is what is judged.
 */
const keptByKind = (
  where: SqlText,
  lifting: string | null = null,
) => sql`select p.*, h.held_qty, p.placed + least(0, f.lowest) as qty
  from (${placedOf(where)}) p
  cross join lateral (
    select (select coalesce(sum(b.qty), 0) from inventory_balances b
             where b.organization_id = p.organization_id and b.item_id = p.item_id and b.warehouse_id = p.warehouse_id
               and b.lot_no = p.lot_no and b.status = 'hold')
           - (select coalesce(sum(e.qty_delta), 0) from inventory_ledger e
               where e.organization_id = p.organization_id and e.command_id = ${lifting}::uuid and e.item_id = p.item_id
                 and e.warehouse_id = p.warehouse_id and e.lot_no = p.lot_no and e.status = 'hold' and e.hold_kind is null)
           as held_qty) h
  cross join lateral (${lowestRest(sql`coalesce(e.hold_kind <> coalesce(p.kind, e.hold_kind),
                                              e.command_id is distinct from ${lifting}::uuid)`)}) f`;

/**
 * What holds of a kind keep of a warehouse's stock of a lot: by kind, and together. Of a command that lifts, once it has
 * moved the stock.
 */
export async function readKept(
  tx: TenantTransaction,
  stock: { warehouse_id: string; item_id: string; lot_no: string },
  lifting?: { commandId: string },
): Promise<Kept> {
  const where = every([sql`e.organization_id = ${tx.organizationId}`, ...equalTo('e', stock)]);
  const found = await rows<{ kind: HoldKind | null; qty: string }>(
    tx,
    sql`select k.kind, k.qty from (${keptByKind(where, lifting?.commandId)}) k order by k.kind`,
  );
  return {
    kinds: found.flatMap(({ kind, qty }) => (kind === null || Number(qty) === 0 ? [] : [{ kind, qty }])),
    all: found.find(({ kind }) => kind === null)?.qty ?? '0',
  };
}

export interface HoldRow {
  warehouse_id: string;
  merchant_id: string;
  item_id: string;
  sku: string;
  lot_no: string;
  kind: HoldKind;
  qty: string;
  held_qty: string;
  since: Date;
}

export interface HoldFilter {
  warehouse_id?: string;
  merchant_id?: string;
  item_id?: string;
  lot_no?: string;
  hold_kind?: HoldKind;
}

/** The same as a list of all stock, the oldest hold first, with what is on hold now for whatever reason. */
export function listHolds(
  tx: TenantTransaction,
  filter: HoldFilter,
  page: PageQuery,
): Promise<PageOf<HoldRow>> {
  const where = every([sql`e.organization_id = ${tx.organizationId}`, ...equalTo('e', filter)]);
  const list = {
    columns: sql`k.warehouse_id, k.merchant_id, k.item_id, i.sku, k.lot_no, k.kind, k.qty, k.since, k.held_qty`,
    from: sql`(${keptByKind(where)}) k
      join items i on i.organization_id = k.organization_id and i.id = k.item_id`,
    where: sql`k.kind is not null and k.qty > 0`,
    order: ['k.since', 'k.item_id', 'k.warehouse_id', 'k.lot_no', 'k.kind'],
  };
  return readPage<HoldRow>(tx, list, page);
}
