/**
 * Units on hold that wait: returned ones for their disposition, which may be damaged, picked ones to be put back, received
 * ones to be inspected; and what keeps them there.
 */
import { decimal, sum, type Decimal } from '../../domain/decimal.ts';
import {
  assertInspectionsKept,
  assertPutBacksKept,
  type HeldAndWaiting,
} from '../../domain/inventory/holds.ts';
import { arrivalTypes } from '../../domain/receiving/arrival.ts';
import {
  assertKeptOnHold,
  type AwaitingReturn,
  type StandingStatus,
} from '../../domain/returns/return-limits.ts';
import { execute, row, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';
import { isInForce } from './came-back.ts';

/** Stock of one lot on hold, or damaged, wherever it stands in a warehouse: returned units may have been moved since. */
export interface HeldStock {
  warehouse_id: string;
  item_id: string;
  lot_no: string;
  /** On hold unless it says so. */
  status?: StandingStatus;
}

/**
 * Makes those who lift holds of this stock take turns, whatever the location: each counts what the one before it left.
 * Taken before balances are locked, and by nobody else.
 */
export async function lockLifting(tx: TenantTransaction, stock: HeldStock): Promise<void> {
  // Ids may come in capitals: both spellings are one stock.
  const ids = `${tx.organizationId}/${stock.warehouse_id}/${stock.item_id}`.toLowerCase();
  const name = `lift hold/${ids}/${stock.lot_no}`;
  await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/**
 * Refuses 409 RETURN_UNDISPOSED when less is there than waits for a disposition, 409 PUT_BACK_OPEN when, beside that, it is
 * less than is to be put back, 409 INSPECTION_OPEN when, beside both, less than is to be inspected. All are read together,
 * since counts, dispositions, put-backs and inspections change them at once. `isDecided`: an inspection lets go what waited
 * for it alone, so that what others lack is nothing of its own.
 */
export async function assertWaitingKept(
  tx: TenantTransaction,
  stock: HeldStock,
  { isDecided = false }: { isDecided?: boolean } = {},
): Promise<HeldAndWaiting> {
  const units = await readHeldUnits(tx, stock);
  assertKeptOnHold(units);
  const { held, waiting, to_put_back: toPutBack, to_inspect: toInspect } = units;
  const left = held.minus(waiting).plus(toPutBack).plus(toInspect);
  assertPutBacksKept(left, toPutBack);
  if (!isDecided) assertInspectionsKept(left.minus(toPutBack), toInspect);
  return units;
}

interface HeldUnits extends HeldAndWaiting {
  awaiting: AwaitingReturn[];
  to_put_back: Decimal;
  to_inspect: Decimal;
}

/**
 * What is on hold of the stock, or damaged, and what of it waits for a disposition, to be put back or to be inspected: the
 * last two are on hold alone, and what a customer sent back waits for its disposition first. Units of a line that nobody inspects wait for nothing. What arrived is the ledger's word, what
 * became of it the dispositions'; neither is ever changed. Units sent home that were on hold wait as returned ones; damaged
 * ones are on hold only until they are put back.
 */
export async function readHeldUnits(tx: TenantTransaction, stock: HeldStock): Promise<HeldUnits> {
  const { warehouse_id: warehouseId, item_id: itemId, lot_no: lotNo, status = 'hold' } = stock;
  const found = await row<{
    held: string;
    to_put_back: string;
    to_inspect: string;
    awaiting: AwaitingReturn[];
  }>(
    tx,
    sql`select (select coalesce(sum(b.qty), 0) from inventory_balances b
                 where b.organization_id = ${tx.organizationId} and b.warehouse_id = ${warehouseId}
                   and b.item_id = ${itemId} and b.lot_no = ${lotNo} and b.status = ${status}) as held,
               (select coalesce(sum(k.qty), 0) from put_back_tasks k
                 where k.organization_id = ${tx.organizationId} and k.warehouse_id = ${warehouseId} and k.item_id = ${itemId}
                   and k.lot_no = ${lotNo} and k.status = 'open' and ${status}::text = 'hold'
                   and (k.to_status <> 'hold' or not exists (
                     select 1 from wms_shipments h where h.organization_id = k.organization_id
                        and h.id = k.shipment_id and h.disposition_id is not null))) as to_put_back,
               (select coalesce(sum(g.held_qty), 0) from goods_inspections g
                 where g.organization_id = ${tx.organizationId} and g.warehouse_id = ${warehouseId} and g.item_id = ${itemId}
                   and g.lot_no = ${lotNo} and g.status in ('open', 'inspected') and ${status}::text = 'hold') as to_inspect,
               coalesce(jsonb_agg(jsonb_build_object('return_id', a.return_id, 'return_no', a.return_no, 'qty', a.qty::text)
                                  order by a.return_no), '[]') as awaiting
          from (select r.id as return_id, r.return_no, sum(${arrived(lotNo, status)} - ${disposed(lotNo, status)}) as qty
                  from return_lines l
                  join returns r on r.organization_id = l.organization_id and r.id = l.return_id
                  join inbound_receipt_lines c on c.organization_id = l.organization_id and c.id = l.receipt_line_id
                 where l.organization_id = ${tx.organizationId} and l.item_id = ${itemId}
                   and r.warehouse_id = ${warehouseId} and r.status in ('receiving', 'inspecting')
                   and l.inspect <> 'never'
                 group by r.id, r.return_no) a
         where a.qty > 0`,
  );
  const { held, awaiting, to_put_back: toPutBack, to_inspect: toInspect } = found!;
  const [inTasks, inInspections] = [decimal(toPutBack), decimal(toInspect)];
  const waiting = sum([inTasks, inInspections, ...awaiting.map(({ qty }) => decimal(qty))]);
  return { held: decimal(held), waiting, awaiting, to_put_back: inTasks, to_inspect: inInspections };
}

function arrived(lot: string, status: StandingStatus): SqlText {
  return sql`coalesce((select sum(e.qty_delta) from inventory_ledger e
                        where e.organization_id = l.organization_id and e.ref_id = c.receipt_id
                          and e.ref_line_id = l.receipt_line_id and e.item_id = l.item_id and e.lot_no = ${lot}
                          and e.status = ${status} and e.transaction_type = any (${[...arrivalTypes, 'reverse']}::text[])), 0)`;
}

function disposed(lot: string, status: StandingStatus): SqlText {
  return sql`coalesce((select sum(d.qty) from dispositions d
                        where d.organization_id = l.organization_id and d.return_line_id = l.id
                          and d.lot_no = ${lot} and d.stock_status = ${status} and ${isInForce('d')}), 0)`;
}
