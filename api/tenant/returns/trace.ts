/** The way of returned units, from the order line that sold them to the journal entry that paid them back. */
import { traceReturn } from '../../../db/returns/return-trace.read.ts';
import { documentStatuses } from '../../../domain/documents/document-states.ts';
import { dispositionKinds, grades } from '../../../domain/returns/dispositions.ts';
import { wantedOutcomes } from '../../../domain/returns/return-states.ts';
import { shipmentStatuses } from '../../../domain/shipping/shipment-states.ts';
import { stockQty } from '../../../queues/inventory/inventory.ts';
import * as s from '../../../queues/schema.ts';
import { list, type Endpoint } from '../../http/endpoint.ts';
import { present } from '../../http/present.ts';
import { pagedQuery } from '../../http/query-fields.ts';
import { existing, shownPage } from '../../http/reads.ts';

const serials = () => s.listOf(s.freeText());
const maybe = () => s.nullable(s.uuid());

const booksView = s.object({
  credits: s.listOf(
    s.object({
      invoice_line_id: s.uuid(),
      inspection_id: s.described(maybe(), 'Null for units that nobody inspects.'),
      credited_line_id: s.described(maybe(), 'The line of the invoice that it gives back.'),
      credit_note_id: s.uuid(),
      invoice_no: s.nullable(s.freeText()),
      status: s.choice(...documentStatuses),
      quantity: s.qty(),
      credit_percent: s.decimalNumber({ places: 2, min: 0, below: 100.01 }),
      amount: s.moneySum(),
      discount: s.moneySum(),
    }),
  ),
  postings: s.listOf(
    s.object({
      journal_entry_id: s.uuid(),
      entry_no: s.freeText(),
      event: s.freeText(),
      entry_date: s.date(),
      invoice_line_id: s.uuid(),
      base_debit: s.moneySum(),
      base_credit: s.moneySum(),
    }),
  ),
  fees: s.described(
    s.listOf(
      s.object({
        invoice_line_id: s.described(maybe(), 'A fee that came off a whole credit note.'),
        charge_id: s.described(maybe(), 'What the merchant of a 3PL is charged for the work.'),
        billing_item_id: s.uuid(),
        description: s.freeText(),
        amount: s.moneySum(),
        currency: s.currency(),
      }),
    ),
    'Kept back on its credit notes, and charged for its receipt, inspections and dispositions.',
  ),
});

const tracedLineView = s.object({
  return_line_id: s.uuid(),
  line_no: s.integer({ min: 1, max: 1_000_000 }),
  item_id: s.uuid(),
  sku: s.freeText(),
  qty: stockQty(),
  reason_code: s.freeText(),
  wanted: s.choice(...wantedOutcomes),
  order_line_id: maybe(),
  order_id: maybe(),
  order_no: s.nullable(s.freeText()),
  ordered_qty: s.nullable(stockQty()),
  fulfilled_qty: s.nullable(stockQty()),
  receipt_line_id: maybe(),
  receipt_id: maybe(),
  receipt_no: s.nullable(s.freeText()),
  received_qty: s.nullable(stockQty()),
  damaged_qty: s.nullable(stockQty()),
  shipments: s.described(
    s.listOf(
      s.object({
        shipment_line_id: s.uuid(),
        shipment_id: s.uuid(),
        shipment_no: s.freeText(),
        status: s.choice(...shipmentStatuses),
        qty: stockQty(),
        tracking_no: s.nullable(s.freeText()),
        shipped_at: s.nullable(s.instant()),
      }),
    ),
    'With which its order line left.',
  ),
  units: s.described(
    s.listOf(s.object({ serial_no: s.freeText(), shipment_id: maybe(), receipt_id: maybe() })),
    'Serials named or inspected: with which shipment each left, and on which receipt it came back.',
  ),
  ledger: s.described(
    s.listOf(
      s.object({
        entry_id: s.uuid(),
        disposition_id: s.described(maybe(), 'Null for what its counts posted.'),
        transaction_type: s.freeText(),
        item_id: s.uuid(),
        location_id: s.uuid(),
        status: s.freeText(),
        lot_no: s.freeText(),
        qty_delta: stockQty(),
        actor: s.freeText(),
        occurred_at: s.instant(),
      }),
    ),
    'What its counts and dispositions posted.',
  ),
  inspections: s.listOf(
    s.object({
      inspection_id: s.uuid(),
      qty: stockQty(),
      grade: s.choice(...grades),
      serial_nos: serials(),
      inspected_by: s.freeText(),
      inspected_at: s.instant(),
    }),
  ),
  dispositions: s.listOf(
    s.object({
      disposition_id: s.uuid(),
      inspection_id: s.uuid(),
      kind: s.choice(...dispositionKinds),
      qty: stockQty(),
      serial_nos: serials(),
      to_item_id: maybe(),
      shipment_id: s.described(maybe(), 'customer: the direct shipment they leave with.'),
      is_cancelled: s.described(s.flag(), 'customer: the shipment was cancelled.'),
      disposed_by: s.freeText(),
      disposed_at: s.instant(),
    }),
  ),
  books: s.described(s.nullable(booksView), 'Null without the permission accounting.view.'),
});

export const returnTraceEndpoint: Endpoint = list({
  path: '/api/oms/returns/{id}/trace',
  summary:
    'The way of returned units, line by line: order, shipment, receipt, inspection, disposition, credit, books',
  description:
    'Each step names the one before it. With accounting.view it goes on to the credit notes, what they posted and the fees.',
  permission: 'oms.returns.view',
  query: pagedQuery({}),
  returns: tracedLineView,
  run: async ({ tx, params, query, principal }) => {
    const withBooks = principal.permissions.includes('accounting.view');
    const lines = await traceReturn(tx, params['id']!, query, { withBooks });
    return shownPage(existing('return', lines), (line) => present(tracedLineView, line));
  },
});
