/**
 * The allocator: which stock serves which lines, in one set-based statement. Supply is laid end to end in the
 * strategy's order, demand end to end in line order; where the intervals overlap, that stock serves that line. So it
 * can never allocate more than there is, for any number of lines, lots and locations, including two lines of one item.
 */
import type { DemandLine } from '../../domain/inventory/coverage.ts';
import { decimal, toJsonNumber, zero, type Decimal } from '../../domain/decimal.ts';
import { Refusal } from '../../domain/refusal.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';
import {
  allocatableJoins,
  faceFirstOrder,
  rejectedShown,
  rejectionSql,
  strategyOrder,
  type AllocationPiece,
  type AllocationStrategy,
} from './allocatable.ts';
import { allocateWholes } from './whole-first.write.ts';

export interface AllocationWish {
  organizationId: string;
  warehouseId: string;
  strategy: AllocationStrategy;
  lines: readonly DemandLine[];
  /** Stock in this location is taken before any other, whatever the strategy: cross-docked goods. */
  firstFrom?: string;
}

// How much of an item's stock is looked at first, in strategy order. If that is too little, the search widens.
const firstLook = 64;
const widenBy = 16;
const looksMax = 5;

/**
 * Takes and locks stock for the lines. Refuses 409 INSUFFICIENT_STOCK {lines} when the warehouse has too little: all or
 * nothing. The caller holds the items' promises locked, and posts the pieces to the ledger in the same transaction.
 */
export async function allocateStock(tx: TenantTransaction, wish: AllocationWish): Promise<AllocationPiece[]> {
  let look = firstLook;
  for (let tries = 1; ; tries += 1) {
    const { pieces, short } = await plan(tx, wish, look, true);
    if (short.length === 0) return pieces;
    // If everything was looked at, short means short; but a concurrent move may have hidden some stock, so look again.
    if (tries >= looksMax) throw notEnough(wish, short);
    look *= widenBy;
  }
}

/** What `allocateStock` would do now, without taking anything; short lines are reported, not refused. */
export function findStock(
  tx: TenantTransaction,
  wish: AllocationWish,
): Promise<{ pieces: AllocationPiece[]; short: ShortLine[] }> {
  return plan(tx, wish, firstLook * widenBy ** (looksMax - 1), false);
}

export interface ShortLine {
  line_id: string;
  item_id: string;
  required: number;
  available: number;
  short: number;
}

function notEnough(wish: AllocationWish, lines: ShortLine[]): Refusal {
  return new Refusal('INSUFFICIENT_STOCK', 'The warehouse does not have enough allocatable stock for this.', {
    warehouse_id: wish.warehouseId,
    lines,
  });
}

async function plan(
  tx: TenantTransaction,
  { organizationId, warehouseId, strategy, lines, firstFrom }: AllocationWish,
  look: number,
  isLocking: boolean,
): Promise<{ pieces: AllocationPiece[]; short: ShortLine[] }> {
  const demand = lines.map(({ line_id: lineId, item_id: itemId, qty }, index) => ({
    line_id: lineId,
    item_id: itemId,
    qty: String(qty),
    place: index,
  }));
  const { order, isWholeFirst, isByExpiry } = await orderFor(tx, strategy, lines);
  if (isWholeFirst && !firstFrom) {
    const wish = { warehouseId, strategy, lines, order, isByExpiry, look: look * widenBy, isLocking };
    const pieces = await allocateWholes(tx, wish);
    return { pieces, short: shortOf(lines, pieces) };
  }
  const found = await rows<AllocationPiece>(
    tx,
    planSql({
      organizationId,
      warehouseId,
      demand: JSON.stringify(demand),
      firstFrom: firstFrom ?? null,
      order: firstFrom ? sql`(b.location_id = wanted.first_from) desc, ${order}` : order,
      strategy: firstFrom ? 'cross_dock' : strategy,
      look,
      isLocking,
    }),
  );
  return { pieces: found, short: shortOf(lines, found) };
}

/**
 * By the setting of the merchant whose goods these are, else the organization's. For stock that never expires FEFO is the
 * same as FIFO, and FIFO order has an index.
 */
async function orderFor(
  tx: TenantTransaction,
  strategy: AllocationStrategy,
  lines: readonly DemandLine[],
): Promise<{ order: SqlText; isWholeFirst: boolean; isByExpiry: boolean }> {
  const itemIds = lines.map(({ item_id: itemId }) => itemId);
  const found = await row<{ pick_from: string; expires: boolean }>(
    tx,
    sql`select coalesce((select m.pick_from from items i
                         join merchants m on m.organization_id = i.organization_id and m.id = i.merchant_id
                        where i.organization_id = o.id and i.id = ${itemIds[0] ?? null}::uuid), o.pick_from) as pick_from,
               exists (select 1 from lots where organization_id = ${tx.organizationId}
                          and item_id = any (${itemIds}::uuid[]) and expiry_date is not null) as expires
          from organizations o where o.id = ${tx.organizationId}`,
  );
  const { pick_from: from, expires } = found!;
  const order = strategy === 'fefo' && !expires ? 'fifo' : strategy;
  return {
    order: (from === 'face_first' ? faceFirstOrder : strategyOrder)[order],
    isWholeFirst: from === 'whole_first',
    isByExpiry: order === 'fefo',
  };
}

function shortOf(lines: readonly DemandLine[], pieces: readonly AllocationPiece[]): ShortLine[] {
  const given = new Map<string, Decimal>();
  for (const piece of pieces)
    given.set(piece.line_id, (given.get(piece.line_id) ?? zero).plus(decimal(piece.qty)));
  return lines.flatMap(({ line_id: lineId, item_id: itemId, qty }) => {
    const got = given.get(lineId) ?? zero;
    const short = qty.minus(got);
    if (short.lte(zero)) return [];
    return [
      {
        line_id: lineId,
        item_id: itemId,
        required: toJsonNumber(qty),
        available: toJsonNumber(got),
        short: toJsonNumber(short),
      },
    ];
  });
}

/**
 * candidates: per item the first stock in strategy order, including rejected stock with its reason, and the running
 * total up to each. needed: the prefix that covers the demand. locked: just that prefix, in key order, with the
 * quantities read after locking.
 */
function planSql(question: {
  organizationId: string;
  warehouseId: string;
  /** The lines as JSON. */
  demand: string;
  firstFrom: string | null;
  order: SqlText;
  strategy: AllocationStrategy | 'cross_dock';
  look: number;
  isLocking: boolean;
}): SqlText {
  const { organizationId, warehouseId, demand, firstFrom, order, strategy, look, isLocking } = question;
  return sql`
    with demand as (
      select line_id, item_id, qty, sum(qty) over (partition by item_id order by place) as upto
        from jsonb_to_recordset(${demand}::jsonb) as d (line_id uuid, item_id uuid, qty numeric, place integer)
    ), wanted as (
      select item_id, sum(qty) as qty, ${firstFrom}::uuid as first_from from demand group by item_id
    ), candidates as materialized (
      select c.*
        from wanted
        cross join lateral (
          select b.item_id, b.location_id, b.lot_no, b.lpn_id, b.qty, b.received_at, t.expiry_date, l.code as location,
                 ${rejectionSql} as reason,
                 row_number() over (order by ${order}) as rank,
                 sum(b.qty) filter (where (${rejectionSql}) is null) over (order by ${order} rows unbounded preceding) as upto,
                 wanted.qty as wanted_qty
            from inventory_balances b ${allocatableJoins}
           where b.organization_id = ${organizationId} and b.item_id = wanted.item_id and b.warehouse_id = ${warehouseId}
             and b.status = 'available' and b.qty > 0
           order by ${order}
           limit ${look}
        ) c
    ), needed as (
      select * from candidates where reason is null and upto - qty < wanted_qty
    ), locked as materialized (
      select b.item_id, b.merchant_id, b.warehouse_id, b.location_id, b.lot_no, b.lpn_id, b.qty,
             n.rank, n.expiry_date, n.received_at
        from inventory_balances b
        join needed n on b.item_id = n.item_id and b.location_id = n.location_id and b.lot_no = n.lot_no
         and b.lpn_id is not distinct from n.lpn_id
       where b.organization_id = ${organizationId} and b.status = 'available'
       order by b.item_id, b.location_id, b.lot_no, b.lpn_id
       ${isLocking ? sql`for update of b` : sql``}
    ), supply as (
      select locked.*, sum(qty) over (partition by item_id order by rank) as upto from locked where qty > 0
    )
    select d.line_id, s.item_id, s.merchant_id, s.warehouse_id, s.location_id, s.lot_no, s.lpn_id,
           least(d.upto, s.upto) - greatest(d.upto - d.qty, s.upto - s.qty) as qty,
           jsonb_build_object('strategy', ${strategy}::text, 'rank', s.rank, 'expiry_date', s.expiry_date,
             'received_at', s.received_at, 'rejected', coalesce((
               select jsonb_agg(jsonb_build_object('location', r.location, 'lot_no', r.lot_no, 'qty', r.qty, 'reason', r.reason))
                 from (select * from candidates c where c.item_id = s.item_id and c.reason is not null and c.rank < s.rank
                        order by c.rank limit ${rejectedShown}) r), '[]')) as why
      from demand d
      join supply s on s.item_id = d.item_id and s.upto > d.upto - d.qty and s.upto - s.qty < d.upto
     order by s.item_id, d.upto, s.rank`;
}
