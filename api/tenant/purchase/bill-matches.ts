/** Three-way match: vendor bills against their purchase orders and receipts. */
import { findBillMatch, listBillMatches, type BillMatch } from '../../../db/purchase/bill-match.read.ts';
import { toJsonNumber } from '../../../domain/decimal.ts';
import { matchKinds } from '../../../domain/purchase/bill-match.ts';
import { matchCommands } from '../../../queues/purchase/matches.ts';
import {
  choice,
  currency,
  described,
  flag,
  freeText,
  instant,
  listOf,
  money,
  nullable,
  object,
  uuid,
} from '../../../queues/schema.ts';
import { command, list, query, type Endpoint } from '../../http/endpoint.ts';
import { byId, filteredPageOf, oneOf } from '../../http/reads.ts';
import { pagedQuery } from '../../http/query-fields.ts';

const path = '/api/purchase/bill-matches';

const view = object({
  bill_id: uuid(),
  bill_no: nullable(freeText()),
  vendor_bill_no: nullable(freeText()),
  bill_status: freeText(),
  vendor: nullable(freeText()),
  purchase_order_id: uuid(),
  po_no: freeText(),
  currency: currency(),
  total: money(),
  match: described(
    choice('matched', 'accepted', 'blocked'),
    'blocked: a difference is not accepted, and the bill cannot be paid (409 PAYMENT_BLOCKED).',
  ),
  differences: listOf(
    object({
      bill_line_id: described(nullable(uuid()), 'Null for the bill as a whole.'),
      kind: choice(...matchKinds),
      expected: nullable(freeText()),
      billed: freeText(),
      amount: described(money(), "Its value, in the bill's currency."),
      is_accepted: flag(),
      accepted_by: nullable(freeText()),
      accepted_at: nullable(instant()),
      reason: nullable(freeText()),
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
    query: pagedQuery({ purchase_order_id: uuid() }),
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
    method: 'POST',
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
