/** v1: returns, asked for by SKU, and taken in at once. */
import { itemsOfSkus, locationNamed } from '../../../db/named.read.ts';
import { findOrder } from '../../../db/orders/orders.read.ts';
import { findReturn, listReturns, returnSorts, type ReturnDetail } from '../../../db/returns/returns.read.ts';
import { decimal, toJsonNumber } from '../../../domain/decimal.ts';
import { invalid, unknownReference } from '../../../domain/refusal.ts';
import { spreadOverLines } from '../../../domain/receiving/spread-receipt.ts';
import { dispositionKinds, grades } from '../../../domain/returns/dispositions.ts';
import { returnKinds, returnStatuses, wantedOutcomes } from '../../../domain/returns/return-states.ts';
import { identifier } from '../../../queues/inventory/identifier.ts';
import { returnCommands as commands } from '../../../queues/returns/returns.ts';
import * as s from '../../../queues/schema.ts';
import { command, create, list, type Call, type Endpoint } from '../../http/endpoint.ts';
import { v1Query } from '../../http/query-fields.ts';
import { existing } from '../../http/reads.ts';
import { goodsOf, idOrCode, listed, sku, withIds } from '../names.ts';
import { returnDetail, returnRowView, returnView, showReturnRow } from './return-view.ts';

const path = '/v1/oms/returns';
const serialNos = () => s.optional(s.list(identifier(100), { max: 2_000 }));

const createBody = s.object({
  order_id: s.optional(s.uuid(), 'The order whose goods come back.'),
  shipment_id: s.optional(s.uuid(), 'Or the shipment they left with.'),
  merchant_id: s.optional(idOrCode('Required in the 3PL edition without order_id.')),
  warehouse_id: s.optional(idOrCode('Where the goods come to; by default the warehouse they left from.')),
  kind: s.optional(s.choice(...returnKinds), 'Default customer.'),
  channel_return_no: s.optional(s.text(100)),
  expires_on: s.optional(s.date()),
  note: s.optional(s.freeText(2_000)),
  lines: s.list(
    s.object({
      sku: sku(),
      order_line_id: s.optional(s.uuid(), 'Required if the order has several lines of the SKU.'),
      qty: s.qty({ positive: true }),
      reason_code: s.code(),
      serial_nos: serialNos(),
      lot_no: s.optional(s.code()),
      wanted: s.optional(s.choice(...wantedOutcomes), 'Default refund.'),
    }),
    { min: 1, max: 500 },
  ),
});

async function createInput(call: Call, body: s.Infer<typeof createBody>) {
  const { lines, ...given } = await withIds(call, body);
  const order = given.order_id ? await findOrder(call.tx, given.order_id) : undefined;
  const skus = lines.map((line) => line.sku);
  const { merchantId, items } = await goodsOf(call, given.merchant_id ?? order?.merchant_id, skus);
  return {
    kind: 'customer' as const,
    ...given,
    merchant_id: merchantId,
    lines: lines.map(({ sku: _sku, ...line }, index) => ({ item_id: items[index]!, ...line })),
  };
}

const receiveBody = s.object({
  lines: s.list(
    s.object({
      sku: sku(),
      qty: s.described(s.qty({ positive: true }), "In the item's base unit."),
      grade: s.optional(s.choice(...grades), 'Default A.'),
      disposition: s.optional(
        s.choice(...dispositionKinds),
        'Default: what the rule of the units says, else they wait on hold. A rule that says customer leaves them on hold when the return names no order.',
      ),
      to_sku: s.optional(
        sku(),
        'downgrade: the SKU they become. A rule that says downgrade leaves them on hold without it.',
      ),
      reason_code: s.optional(s.code(), 'Why they are scrapped; default: return.'),
      location_id: s.optional(idOrCode('By default where goods arrive (staging).')),
      lot_no: s.optional(s.code()),
      expiry_date: s.optional(s.date()),
      serial_nos: serialNos(),
    }),
    { min: 1, max: 500 },
  ),
  complete: s.optional(s.flag(), 'The rest does not come: the counting ends.'),
});

/** The units by line of the return, as the lines stand now; the command reads them again under their lock. */
async function receiveInput(call: Call, { lines: asked, complete }: s.Infer<typeof receiveBody>) {
  const found = existing('return', await findReturn(call.tx, call.params['id']!));
  const parts = spreadOverLines(openLines(found), asked);
  const missing = asked.findIndex((_, index) => !parts.some(({ count }) => count === index));
  if (missing >= 0) throw unknownReference(`lines.${missing}.sku`, 'line of the return');
  const places = await Promise.all(
    asked.map(async ({ location_id: place }, index) =>
      place ? locationNamed(call.tx, found.warehouse_id, place, `lines.${index}.location_id`) : undefined,
    ),
  );
  const targets = await targetsOf(call, found.merchant_id, asked);
  const given = new Map<number, number>();
  return {
    return_id: found.id,
    ...(complete === undefined ? {} : { complete }),
    lines: parts.map(({ count, line_id, qty: part }) => {
      const { sku: _sku, to_sku: _to, location_id: _place, serial_nos: serials, ...facts } = asked[count]!;
      const qty = toJsonNumber(part);
      const from = given.get(count) ?? 0;
      const isLast = parts.findLast((one) => one.count === count)!.line_id === line_id;
      given.set(count, from + qty);
      return {
        ...facts,
        return_line_id: line_id,
        qty,
        ...(places[count] ? { location_id: places[count] } : {}),
        ...(targets[count] ? { to_item_id: targets[count] } : {}),
        // Everything left goes with the last part: one serial number too many is for the command to refuse.
        ...(serials ? { serial_nos: serials.slice(from, isLast ? undefined : from + qty) } : {}),
      };
    }),
  };
}

type ReceivedLine = s.Infer<typeof receiveBody>['lines'][number];

/** What the units of each line become. Refuses 400 for a downgrade that names nothing, and for an unknown SKU. */
async function targetsOf(
  { tx }: Call,
  merchantId: string,
  asked: readonly ReceivedLine[],
): Promise<(string | undefined)[]> {
  const unsaid = asked.findIndex(({ disposition, to_sku: to }) => disposition === 'downgrade' && !to);
  if (unsaid >= 0) {
    const path = `lines.${unsaid}.to_sku`;
    throw invalid(path, 'required', `${path} is required to downgrade units`);
  }
  const named = asked.flatMap(({ to_sku: to }, index) => (to ? [{ to, index }] : []));
  const skus = named.map(({ to }) => to);
  const items = await itemsOfSkus(tx, merchantId, skus, (at) => `lines.${named[at]!.index}.to_sku`);
  return asked.map((_, index) => items[named.findIndex((one) => one.index === index)]);
}

const openLines = ({ lines }: ReturnDetail) =>
  lines.map(({ id, sku: named, uom, lot_no, qty, received_qty: received }) => ({
    id,
    sku: named,
    uom,
    lot_no,
    remaining: decimal(qty).minus(decimal(received)),
  }));

export const returnEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Returns, newest first',
    permission: 'oms.returns.view',
    query: v1Query(
      {
        status: s.choice(...returnStatuses),
        merchant_id: idOrCode(),
        warehouse_id: idOrCode(),
        order_id: s.uuid(),
      },
      Object.keys(returnSorts),
    ),
    returns: returnRowView,
    run: (call) =>
      listed(call, (tx, filters, page) => listReturns(tx, { ...filters, ...page }), showReturnRow),
  }),
  create({
    path,
    summary: 'Ask for a return, never of more than was shipped',
    permission: 'oms.returns.create',
    command: commands.createReturn,
    body: createBody,
    input: createInput,
    respondWith: returnDetail,
    returns: returnView,
  }),
  command({
    path: `${path}/{id}/receive`,
    summary: 'Count, inspect and dispose of units by SKU, all or nothing',
    description:
      'Units fill the lines of their SKU in order. It needs wms.inbound.receive and wms.returns.inspect as well. A return that is not authorized yet is, with oms.returns.authorize. When nothing more is expected the counting ends.',
    permission: 'wms.returns.dispose',
    command: commands.receiveReturn,
    body: receiveBody,
    input: receiveInput,
    respondWith: returnDetail,
    returns: returnView,
  }),
  command({
    path: `${path}/{id}/close`,
    summary: 'Close a return whose units have all been disposed of',
    description: 'Nothing of it changes any more. Repeating it changes nothing.',
    permission: 'oms.returns.authorize',
    command: commands.closeReturn,
    pathToInput: { id: 'return_id' },
    respondWith: returnDetail,
    returns: returnView,
  }),
];
