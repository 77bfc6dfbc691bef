/** What a code scanned at the dock names, for goods that came back. */
import { lookupDocuments, lookupLines, namedByCode } from '../../../db/returns/return-lookup.read.ts';
import { toJsonNumber } from '../../../domain/decimal.ts';
import { orderStatuses } from '../../../domain/orders/order-states.ts';
import { invalid, notFound } from '../../../domain/refusal.ts';
import { lookupKinds } from '../../../domain/returns/lookup-kinds.ts';
import { returnStatuses } from '../../../domain/returns/return-states.ts';
import { shipmentStatuses } from '../../../domain/shipping/shipment-states.ts';
import { identifier } from '../../../queues/inventory/identifier.ts';
import { stockQty } from '../../../queues/inventory/inventory.ts';
import * as s from '../../../queues/schema.ts';
import { query, type Endpoint } from '../../http/endpoint.ts';
import { present } from '../../http/present.ts';
import { numberedQuery } from '../../http/query-fields.ts';

const lookupView = s.object({
  code: s.freeText(),
  matched_by: s.described(s.listOf(s.choice(...lookupKinds)), 'As what the code is known.'),
  orders: s.listOf(
    s.object({
      id: s.uuid(),
      order_no: s.freeText(),
      channel_order_no: s.nullable(s.freeText()),
      status: s.choice(...orderStatuses),
      merchant_id: s.uuid(),
    }),
  ),
  shipments: s.listOf(
    s.object({
      id: s.uuid(),
      shipment_no: s.freeText(),
      status: s.choice(...shipmentStatuses),
      order_id: s.described(s.nullable(s.uuid()), 'Null: its goods come back without an order.'),
      merchant_id: s.uuid(),
      warehouse_id: s.uuid(),
      tracking_no: s.nullable(s.freeText()),
      shipped_at: s.nullable(s.instant()),
    }),
  ),
  returns: s.listOf(
    s.object({
      id: s.uuid(),
      return_no: s.freeText(),
      status: s.choice(...returnStatuses),
      order_id: s.nullable(s.uuid()),
      merchant_id: s.uuid(),
      warehouse_id: s.uuid(),
      expires_on: s.nullable(s.date()),
      receipt_id: s.described(s.nullable(s.uuid()), 'What its goods are counted on, once it is authorized.'),
      receipt_no: s.nullable(s.freeText()),
    }),
  ),
  lines: s.listOf(
    s.object({
      order_id: s.nullable(s.uuid()),
      order_no: s.nullable(s.freeText()),
      order_line_id: s.described(s.nullable(s.uuid()), 'Null for goods that no shipped order line names.'),
      merchant_id: s.uuid(),
      item_id: s.uuid(),
      sku: s.freeText(),
      item_name: s.freeText(),
      uom: s.freeText(),
      shipped_qty: s.nullable(stockQty()),
      returned_qty: s.described(stockQty(), 'Less what went to the customer again.'),
      authorised_qty: s.described(stockQty(), 'What returns authorise or ask for, and is still out.'),
      returnable_qty: s.described(
        s.nullable(stockQty()),
        'What another return may ask for: what was shipped, less what came back and what is authorised.',
      ),
      expected_on: s.described(
        s.listOf(
          s.object({
            return_id: s.uuid(),
            return_no: s.freeText(),
            return_line_id: s.uuid(),
            receipt_line_id: s.nullable(s.uuid()),
            qty: stockQty(),
          }),
        ),
        'The newest returns, at most 20, that still expect units of it.',
      ),
    }),
  ),
  lines_total: s.integer({ min: 0, max: 1e12 }),
});

export const returnLookupEndpoint: Endpoint = query({
  path: '/api/wms/returns/lookup',
  summary: 'What a code scanned at the dock names, and how much of it may still come back',
  description:
    'code is required: the whole number of a return or an order (ours or the channel’s), a shipment, a parcel or a pallet (tracking number, SSCC or license plate) or a unit (serial number). Answers the newest 50 documents of each kind; page and page_size page the lines. 404 when the code names nothing.',
  permission: ['oms.returns.view', 'wms.returns.inspect'],
  query: numberedQuery({ code: identifier(100) }),
  returns: lookupView,
  run: async ({ tx, query: { code, ...page } }) => {
    if (!code) throw invalid('code', 'required', 'code is required');
    const named = await namedByCode(tx, code);
    if (named.length === 0) throw notFound('return, order, parcel or unit that left');
    const documents = await lookupDocuments(tx, named);
    const { lines, total } = await lookupLines(tx, named, page);
    return present(lookupView, {
      code,
      matched_by: lookupKinds.filter((kind) => named.some((one) => one.kind === kind)),
      ...documents,
      lines: lines.map((line) => ({
        ...line,
        shipped_qty: line.shipped_qty === null ? null : toJsonNumber(line.shipped_qty),
        returned_qty: toJsonNumber(line.returned_qty),
        authorised_qty: toJsonNumber(line.authorised_qty),
        returnable_qty: line.returnable_qty === null ? null : toJsonNumber(line.returnable_qty),
        expected_on: line.expected_on.map((one) => ({ ...one, qty: toJsonNumber(one.qty) })),
      })),
      lines_total: total,
    });
  },
});
