/** How an inspection of received goods is shown. */
import type {
  GoodsInspectionDetail,
  GoodsInspectionRow,
} from '../../../db/quality/goods-inspections.read.ts';
import { decimal, toJsonNumber } from '../../../domain/decimal.ts';
import { photoBytesMax, photoTypes } from '../../../domain/quality/inspection-photos.ts';
import { checkKinds, failOutcomes, restModes, toInspect } from '../../../domain/quality/inspection-plans.ts';
import { goodsInspectionStatuses } from '../../../domain/quality/inspection-states.ts';
import { stockQty } from '../../../queues/inventory/inventory.ts';
import * as s from '../../../queues/schema.ts';
import { present } from '../../http/present.ts';

const measure = () => s.nullable(s.decimalNumber({ places: 6, min: -1e9, below: 1e9 }));

const summary = {
  id: s.uuid(),
  status: s.choice(...goodsInspectionStatuses),
  plan_id: s.uuid(),
  plan_name: s.freeText(),
  warehouse_id: s.uuid(),
  merchant_id: s.uuid(),
  receipt_id: s.uuid(),
  receipt_no: s.freeText(),
  receipt_line_id: s.uuid(),
  item_id: s.uuid(),
  sku: s.freeText(),
  item_name: s.freeText(),
  uom: s.freeText(),
  lot_no: s.nullable(s.freeText()),
  location_id: s.described(s.uuid(), 'Where its units came to.'),
  location: s.freeText(),
  qty: s.described(stockQty(), 'What came with it, in base units.'),
  held_qty: s.described(stockQty(), 'What of it waits on hold for the decision.'),
  sample_qty: s.described(stockQty(), 'How many units are to be looked at.'),
  rest: s.choice(...restModes),
  on_fail: s.choice(...failOutcomes),
  checks: s.described(
    s.listOf(s.object({ name: s.freeText(), kind: s.choice(...checkKinds), min: measure(), max: measure() })),
    "The plan's, as they were when the goods came.",
  ),
  results: s.listOf(
    s.object({
      name: s.freeText(),
      passed: s.nullable(s.flag()),
      value: measure(),
      photo: s.nullable(s.freeText()),
    }),
  ),
  outcome: s.nullable(s.choice('passed', 'failed')),
  decision: s.nullable(s.choice('accept', 'hold', 'reject')),
  note: s.freeText(),
  inspected_by: s.nullable(s.freeText()),
  decided_by: s.nullable(s.freeText()),
  created_at: s.instant(),
  updated_at: s.instant(),
  inspected_at: s.nullable(s.instant()),
  decided_at: s.nullable(s.instant()),
  cancelled_at: s.nullable(s.instant()),
};

export const photoView = s.object({
  id: s.uuid(),
  filename: s.freeText(),
  content_type: s.choice(...photoTypes),
  size_bytes: s.integer({ min: 1, max: photoBytesMax }),
  sha256: s.freeText(),
  uploaded_by: s.freeText(),
  uploaded_at: s.instant(),
});

export const inspectionSummaryView = s.object(summary);
export const inspectionView = s.object({ ...summary, photos: s.listOf(photoView) });

const shown = ({ terms, results, ...row }: GoodsInspectionRow) => ({
  ...row,
  sample_qty: toJsonNumber(toInspect(terms, decimal(row.held_qty))),
  rest: terms.rest,
  on_fail: terms.on_fail,
  checks: terms.checks.map(({ name, kind, min = null, max = null }) => ({ name, kind, min, max })),
  results: results.map(({ name, passed = null, value = null, photo = null }) => ({
    name,
    passed,
    value,
    photo,
  })),
});

export const showInspectionSummary = (row: GoodsInspectionRow) => present(inspectionSummaryView, shown(row));

export const showInspection = ({ photos, ...row }: GoodsInspectionDetail) =>
  present(inspectionView, { ...shown(row), photos });
