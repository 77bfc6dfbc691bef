/** Writes inspections of received goods: what waits for one, what was found, what was decided. */
import { toJsonNumber, type Decimal } from '../../domain/decimal.ts';
import { newId } from '../../domain/new-id.ts';
import { inspectionEvent, type InspectionRef } from '../../domain/quality/events.ts';
import type {
  CheckResult,
  InspectionDecision,
  InspectionOutcome,
  InspectionTerms,
} from '../../domain/quality/inspection-plans.ts';
import { goodsInspectionStates, type GoodsInspectionStatus } from '../../domain/quality/inspection-states.ts';
import { notFound } from '../../domain/refusal.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { assignments, sql } from '../sql-text.ts';
import { stateReached } from '../state-columns.ts';

/** Good units of one count, of which some wait. */
export interface UnitsToInspect {
  work: StockPosting;
  receipt: { id: string; warehouse_id: string; merchant_id: string };
  receipt_line_id: string;
  item_id: string;
  lot_no: string;
  location_id: string;
  terms: InspectionTerms;
  qty: Decimal;
  held: Decimal;
}

const placeOf = (one: UnitsToInspect): string => `${one.receipt_line_id}/${one.lot_no}/${one.location_id}`;

/**
 * Units join the inspection that is open where they came, or begin one. Called under the receipts' locks and before stock
 * is posted. No statement when nothing waits.
 */
export async function openInspections(
  tx: TenantTransaction,
  asked: readonly UnitsToInspect[],
): Promise<void> {
  if (asked.length === 0) return;
  const together = new Map<string, UnitsToInspect>();
  for (const one of asked) {
    const known = together.get(placeOf(one));
    const { qty, held } = one;
    const sums = known ? { qty: known.qty.plus(qty), held: known.held.plus(held) } : { qty, held };
    together.set(placeOf(one), { ...(known ?? one), ...sums });
  }
  const given = [...together.values()].map(({ receipt, terms, ...one }) => ({
    id: newId(),
    plan_id: terms.plan_id,
    terms,
    warehouse_id: receipt.warehouse_id,
    merchant_id: receipt.merchant_id,
    receipt_id: receipt.id,
    receipt_line_id: one.receipt_line_id,
    item_id: one.item_id,
    lot_no: one.lot_no,
    location_id: one.location_id,
    qty: one.qty.toFixed(),
    held_qty: one.held.toFixed(),
  }));
  const made = await rows<InspectionRef & { place: string; qty: string; held_qty: string; is_new: boolean }>(
    tx,
    sql`insert into goods_inspections as g (organization_id, id, plan_id, warehouse_id, merchant_id, receipt_id, receipt_line_id,
               item_id, lot_no, location_id, qty, held_qty, terms)
        select ${tx.organizationId}::uuid, id, plan_id, warehouse_id, merchant_id, receipt_id, receipt_line_id, item_id, lot_no,
               location_id, qty, held_qty, terms
          from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
               as n (id uuid, plan_id uuid, warehouse_id uuid, merchant_id uuid, receipt_id uuid, receipt_line_id uuid, item_id uuid,
                     lot_no text, location_id uuid, qty numeric, held_qty numeric, terms jsonb)
         order by receipt_line_id, lot_no, location_id
        on conflict (organization_id, receipt_line_id, lot_no, location_id) where status = 'open'
        do update set qty = g.qty + excluded.qty, held_qty = g.held_qty + excluded.held_qty, updated_at = now()
        returning g.id, g.merchant_id, g.receipt_id, g.item_id, g.qty, g.held_qty, g.xmax = 0 as is_new,
                  g.receipt_line_id || '/' || g.lot_no || '/' || g.location_id as place`,
  );
  for (const { place, qty, held_qty, is_new: isNew, ...ref } of made) {
    if (!isNew) continue;
    const quantities = { qty: toJsonNumber(qty), held_qty: toJsonNumber(held_qty) };
    const states = { status: 'open', previous_status: null } as const;
    together.get(place)!.work.emit(inspectionEvent(ref, 'opened', { ...states, ...quantities }));
  }
}

/**
 * A count is taken back: what of it waited for an inspection waits no longer. Those that wait for somebody to look lose
 * theirs before those that wait for a decision. One that nothing waits for has ended.
 */
export async function closeReversed(
  tx: TenantTransaction,
  of: { receipt_line_id: string; lot_no: string; location_id: string },
  qty: Decimal,
): Promise<void> {
  await execute(
    tx,
    sql`with waiting as materialized (
          select id, status, held_qty from goods_inspections
           where organization_id = ${tx.organizationId} and receipt_line_id = ${of.receipt_line_id}
             and lot_no = ${of.lot_no} and location_id = ${of.location_id} and status in ('open', 'inspected')
           order by id for update),
        lowered as (
          select id, greatest(held_qty - greatest(${qty.toFixed()}::numeric - before, 0), 0) as rest
            from (select id, held_qty, sum(held_qty) over (order by status = 'open' desc, id desc) - held_qty as before
                    from waiting) turns
           where before < ${qty.toFixed()}::numeric)
        update goods_inspections g
           set held_qty = l.rest, updated_at = now(),
               status = case when l.rest > 0 then g.status else 'cancelled' end,
               cancelled_at = case when l.rest > 0 then null else now() end
          from lowered l where g.organization_id = ${tx.organizationId} and g.id = l.id`,
  );
}

export interface LockedInspection extends InspectionRef {
  status: GoodsInspectionStatus;
  warehouse_id: string;
  location_id: string;
  lot_no: string;
  held_qty: string;
  terms: InspectionTerms;
  outcome: InspectionOutcome | null;
  decision: InspectionDecision | null;
}

/** Locks an inspection. Refuses 404. */
export async function lockInspection(tx: TenantTransaction, id: string): Promise<LockedInspection> {
  const found = await row<LockedInspection>(
    tx,
    sql`select id, status, merchant_id, receipt_id, item_id, warehouse_id, location_id, lot_no, held_qty, terms, outcome, decision
          from goods_inspections where organization_id = ${tx.organizationId} and id = ${id} for update`,
  );
  if (!found) throw notFound('inspection');
  return found;
}

interface Changes {
  outcome?: InspectionOutcome;
  results?: readonly CheckResult[];
  note?: string;
  inspected_by?: string;
  decision?: InspectionDecision;
  decided_by?: string;
}

/** Moves a locked inspection to a state, with its moment. */
export async function setInspection(
  tx: TenantTransaction,
  id: string,
  status: GoodsInspectionStatus,
  { results, ...changes }: Changes = {},
): Promise<void> {
  const written = assignments({
    ...stateReached(goodsInspectionStates, status),
    ...changes,
    ...(results ? { results: JSON.stringify(results) } : {}),
    updated_at: sql`now()`,
  });
  await execute(
    tx,
    sql`update goods_inspections set ${written} where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}
