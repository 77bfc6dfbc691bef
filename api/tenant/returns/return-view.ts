/** How a return is shown. */
import type { ReturnDetail, ReturnRow } from '../../../db/returns/returns.read.ts';
import { dispositionKinds, grades } from '../../../domain/returns/dispositions.ts';
import { inspectModes, replaceMoments } from '../../../domain/returns/return-rules.ts';
import { returnKinds, returnStatuses, wantedOutcomes } from '../../../domain/returns/return-states.ts';
import { documentStatuses } from '../../../domain/documents/document-states.ts';
import { printJobStatuses } from '../../../domain/printing/print-job-states.ts';
import { stockQty } from '../../../queues/inventory/inventory.ts';
import * as s from '../../../queues/schema.ts';
import { warnings } from '../../../queues/warnings.ts';
import { present } from '../../http/present.ts';
import { photoView } from '../quality/inspection-view.ts';

const summary = {
  id: s.uuid(),
  return_no: s.freeText(),
  status: s.choice(...returnStatuses),
  kind: s.choice(...returnKinds),
  merchant_id: s.uuid(),
  warehouse_id: s.uuid(),
  warehouse_code: s.freeText(),
  order_id: s.nullable(s.uuid()),
  order_no: s.nullable(s.freeText()),
  shipment_id: s.nullable(s.uuid()),
  receipt_id: s.described(s.nullable(s.uuid()), 'What its goods are counted on, once it is authorized.'),
  receipt_no: s.nullable(s.freeText()),
  replacement_order_id: s.described(
    s.nullable(s.uuid()),
    'Drafted for lines that are to be replaced; the newest.',
  ),
  channel_return_no: s.nullable(s.freeText()),
  expires_on: s.nullable(s.date()),
  note: s.freeText(),
  end_reason: s.nullable(s.freeText()),
  created_by: s.freeText(),
  created_at: s.instant(),
  updated_at: s.instant(),
  authorized_at: s.nullable(s.instant()),
  rejected_at: s.nullable(s.instant()),
  cancelled_at: s.nullable(s.instant()),
  expired_at: s.nullable(s.instant()),
  receiving_at: s.nullable(s.instant()),
  inspecting_at: s.nullable(s.instant()),
  disposed_at: s.nullable(s.instant()),
  closed_at: s.nullable(s.instant()),
};

export const returnSummaryView = s.object(summary);

const serials = () => s.listOf(s.freeText());

/** What a rule said of units when it was applied. */
const terms = () => ({
  rule_id: s.described(s.nullable(s.uuid()), 'The return rule that applied, and, as it was then:'),
  disposition: s.nullable(s.choice(...dispositionKinds)),
  credit_percent: s.decimalNumber({ places: 2, min: 0, below: 100.01 }),
  restocking_fee: s.money({ min: 0 }),
  fee_item_id: s.nullable(s.uuid()),
});

export const returnView = s.object({
  ...summary,
  lines: s.listOf(
    s.object({
      id: s.uuid(),
      line_no: s.integer({ min: 1, max: 1_000_000 }),
      order_line_id: s.described(s.nullable(s.uuid()), 'Null for goods that no shipped order line names.'),
      shipment_line_id: s.nullable(s.uuid()),
      receipt_line_id: s.nullable(s.uuid()),
      item_id: s.uuid(),
      sku: s.freeText(),
      item_name: s.freeText(),
      uom: s.freeText(),
      qty: s.described(stockQty(), 'What may come back, in base units.'),
      received_qty: stockQty(),
      inspected_qty: stockQty(),
      disposed_qty: stockQty(),
      credited_qty: s.described(stockQty(), 'On credit notes that are not void.'),
      reason_code: s.freeText(),
      lot_no: s.nullable(s.freeText()),
      wanted: s.choice(...wantedOutcomes),
      inspect: s.choice(...inspectModes),
      replace_at: s.choice(...replaceMoments),
      ...terms(),
      serial_nos: serials(),
    }),
  ),
  inspections: s.listOf(
    s.object({
      id: s.uuid(),
      return_line_id: s.uuid(),
      qty: stockQty(),
      sampled_qty: s.described(stockQty(), 'How many of them were looked at.'),
      disposed_qty: stockQty(),
      serial_nos: serials(),
      grade: s.choice(...grades),
      ...terms(),
      defects: s.listOf(s.freeText()),
      note: s.freeText(),
      minutes: s.nullable(s.decimalNumber({ places: 2, min: 0, below: 1e8 })),
      inspected_by: s.freeText(),
      inspected_at: s.instant(),
      photos: s.listOf(photoView),
    }),
  ),
  dispositions: s.listOf(
    s.object({
      id: s.uuid(),
      inspection_id: s.uuid(),
      return_line_id: s.uuid(),
      qty: stockQty(),
      serial_nos: serials(),
      kind: s.choice(...dispositionKinds),
      to_item_id: s.nullable(s.uuid()),
      vendor_return_id: s.described(s.nullable(s.uuid()), 'The return to a vendor they are on.'),
      shipment_id: s.described(s.nullable(s.uuid()), 'customer: the direct shipment they leave with.'),
      is_cancelled: s.described(
        s.flag(),
        'customer: the shipment was cancelled, and it is to be decided anew what becomes of them.',
      ),
      reason_code: s.nullable(s.freeText()),
      note: s.freeText(),
      ledger_entry_ids: s.listOf(s.uuid()),
      disposed_by: s.freeText(),
      disposed_at: s.instant(),
    }),
  ),
  credits: s.described(
    s.listOf(
      s.object({
        id: s.uuid(),
        invoice_no: s.nullable(s.freeText()),
        status: s.choice(...documentStatuses),
        original_invoice_id: s.uuid(),
        currency: s.currency(),
        total: s.moneySum(),
      }),
    ),
    'The credit notes that pay it back, in the standard edition.',
  ),
  labels: s.described(
    s.listOf(
      s.object({
        print_job_id: s.uuid(),
        status: s.choice(...printJobStatuses),
        copies: s.integer({ min: 1, max: 1_000 }),
        created_at: s.instant(),
      }),
    ),
    'The labels of its parcel, the newest first; the last twenty.',
  ),
  warnings: s.described(
    warnings(),
    'Lots that it names, or that came in, and did not leave with the order line.',
  ),
});

export function showReturnSummary(row: ReturnRow) {
  return present(returnSummaryView, row);
}

export function showReturn(found: ReturnDetail) {
  return present(returnView, found);
}
