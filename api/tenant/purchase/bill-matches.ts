/** Three-way match: vendor bills against their purchase orders and receipts. */
import { findBillMatch, listBillMatches, type BillMatch } from '../../../db/purchase/bill-match.read.ts';
import { toJsonNumber } from '../../../domain/decimal.ts';
import { matchKinds } from '../../../domain/purchase/bill-match.ts';
import { matchCommands } from '../../../queues/purchase/matches.ts';
import * as s from '../../../queues/schema.ts';
import { command, list, query, type Endpoint } from '../../http/endpoint.ts';
import { byId, filteredPageOf, oneOf } from '../../http/reads.ts';
import { pagedQuery } from '../../http/query-fields.ts';

const path = '/api/purchase/bill-matches';

const view = s.object({
  bill_id: s.uuid(),
  bill_no: s.nullable(s.freeText()),
  vendor_bill_no: s.nullable(s.freeText()),
  bill_status: s.freeText(),
  vendor: s.nullable(s.freeText()),
  purchase_order_id: s.uuid(),
  po_no: s.freeText(),
  currency: s.currency(),
  total: s.money(),
  match: s.described(
    s.choice('matched', 'accepted', 'blocked'),
    'blocked: a difference is not accepted, and the bill cannot be paid (409 PAYMENT_BLOCKED).',
  ),
  differences: s.listOf(
    s.object({
      bill_line_id: s.nullable(s.uuid(), 'Null for the bill as a whole.'),
      kind: s.choice(...matchKinds),
      expected: s.nullable(s.freeText()),
      billed: s.freeText(),
      amount: s.described(s.money(), "Its value, in the bill's currency."),
      is_accepted: s.flag(),
      accepted_by: s.nullable(s.freeText()),
      accepted_at: s.nullable(s.instant()),
      reason: s.nullable(s.freeText()),
    }),
  ),
});

function show(found: BillMatch) {
  return {
    bill_id: found.id,
    bill_no: found.bill_no,
    vendor_bill_no: found.vendor_bill_no,
    bill_status: found.status,
    vendor: found.vendor,
    purchase_order_id: found.purchase_order_id,
    po_no: found.po_no,
    currency: found.currency,
    total: toJsonNumber(found.total),
    match: found.match,
    differences: found.differences.map(({ line_id, kind, expected, billed, amount, accepted }) => ({
      bill_line_id: line_id,
      kind,
      expected,
      billed,
      amount: toJsonNumber(amount),
      is_accepted: accepted !== undefined,
      accepted_by: accepted?.accepted_by ?? null,
      accepted_at: accepted?.accepted_at.toISOString() ?? null,
      reason: accepted?.reason ?? null,
    })),
  };
}

const detail = oneOf('bill of a purchase order', findBillMatch, show);

export const billMatchEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Bills of purchase orders with their differences, newest first',
    permission: 'accounting.view',
    query: pagedQuery({ purchase_order_id: s.uuid() }),
    returns: view,
    run: filteredPageOf(listBillMatches, show),
  }),
  query({
    path: `${path}/{id}`,
    summary: 'What a bill charges, compared with what was ordered and received',
    description: 'The id is that of the bill.',
    permission: 'accounting.view',
    returns: view,
    run: byId(detail),
  }),
  command({
    path: `${path}/{id}/accept`,
    summary: 'Accept differences, so that the bill can be paid',
    description: 'A difference that grows afterwards is open again.',
    permission: 'purchase.approve',
    command: matchCommands.acceptMatch,
    pathToInput: { id: 'bill_id' },
    respondWith: detail,
    returns: view,
  }),
];
