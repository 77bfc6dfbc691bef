/** Reads of inspections of received goods. */
import type {
  CheckResult,
  InspectionDecision,
  InspectionOutcome,
  InspectionTerms,
} from '../../domain/quality/inspection-plans.ts';
import type { GoodsInspectionStatus } from '../../domain/quality/inspection-states.ts';
import { row, type TenantTransaction } from '../database.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { equalTo, every, sql } from '../sql-text.ts';
import { photosOfInspection, type PhotoRow } from './photos.read.ts';

export interface GoodsInspectionRow {
  id: string;
  status: GoodsInspectionStatus;
  plan_id: string;
  plan_name: string;
  warehouse_id: string;
  merchant_id: string;
  receipt_id: string;
  receipt_no: string;
  receipt_line_id: string;
  item_id: string;
  sku: string;
  item_name: string;
  uom: string;
  lot_no: string | null;
  location_id: string;
  location: string;
  qty: string;
  held_qty: string;
  terms: InspectionTerms;
  results: CheckResult[];
  outcome: InspectionOutcome | null;
  decision: InspectionDecision | null;
  note: string;
  inspected_by: string | null;
  decided_by: string | null;
  created_at: Date;
  updated_at: Date;
  inspected_at: Date | null;
  decided_at: Date | null;
  cancelled_at: Date | null;
}

const columns = sql`g.id, g.status, g.plan_id, p.name as plan_name, g.warehouse_id, g.merchant_id, g.receipt_id, r.receipt_no,
  g.receipt_line_id, g.item_id, i.sku, i.name as item_name, i.uom, nullif(g.lot_no, '') as lot_no, g.location_id, l.code as location,
  g.qty, g.held_qty, g.terms, g.results, g.outcome, g.decision, g.note, g.inspected_by, g.decided_by, g.created_at, g.updated_at,
  g.inspected_at, g.decided_at, g.cancelled_at`;

const from = sql`goods_inspections g`;
const joins = sql`join inspection_plans p on p.organization_id = g.organization_id and p.id = g.plan_id
  join inbound_receipts r on r.organization_id = g.organization_id and r.id = g.receipt_id
  join items i on i.organization_id = g.organization_id and i.id = g.item_id
  join locations l on l.organization_id = g.organization_id and l.id = g.location_id`;

const sorts = { created_at: 'g.created_at' } as const;

export interface GoodsInspectionFilters {
  status?: GoodsInspectionStatus;
  warehouse_id?: string;
  merchant_id?: string;
  item_id?: string;
  receipt_id?: string;
}

/** A page of inspections, newest first. */
export function listInspections(
  tx: TenantTransaction,
  { page, page_size, sort, ...equal }: GoodsInspectionFilters & PageQuery,
): Promise<PageOf<GoodsInspectionRow>> {
  const where = every([sql`g.organization_id = ${tx.organizationId}`, ...equalTo('g', equal)]);
  const list = { columns, from, joins, where, sorts, id: 'g.id', usual: '-created_at' };
  return readPage<GoodsInspectionRow>(tx, list, { page, page_size, sort });
}

export interface GoodsInspectionDetail extends GoodsInspectionRow {
  photos: PhotoRow[];
}

export async function findInspection(
  tx: TenantTransaction,
  id: string,
): Promise<GoodsInspectionDetail | undefined> {
  const [found, photos] = await Promise.all([
    row<GoodsInspectionRow>(
      tx,
      sql`select ${columns} from ${from} ${joins} where g.organization_id = ${tx.organizationId} and g.id = ${id}`,
    ),
    photosOfInspection(tx, id),
  ]);
  return found && { ...found, photos };
}
