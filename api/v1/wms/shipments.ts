/** v1: outbound shipments. */
import { findShipment, listShipments, shipmentSorts } from '../../../db/shipping/shipments.read.ts';
import { shipModes } from '../../../domain/catalog/ship-modes.ts';
import { trackingKinds } from '../../../domain/catalog/tracking-kinds.ts';
import { unknownReference } from '../../../domain/refusal.ts';
import { shipmentKinds } from '../../../domain/shipping/shipment-kinds.ts';
import { shipmentStatuses } from '../../../domain/shipping/shipment-states.ts';
import { lineUnit, shownUnit } from '../../../queues/catalog/line-unit.ts';
import { identifier } from '../../../queues/inventory/identifier.ts';
import * as s from '../../../queues/schema.ts';
import { shipmentCommands as commands } from '../../../queues/shipping/shipments.ts';
import { command, create, list, type Call, type Endpoint } from '../../http/endpoint.ts';
import { oneOf } from '../../http/reads.ts';
import { v1Query } from '../../http/query-fields.ts';
import { present, shownAs } from '../../http/present.ts';
import { goodsOf, idOrCode, listed, sku, withIds } from '../names.ts';

const path = '/v1/wms/shipments';

const fields = {
  id: s.uuid(),
  shipment_no: s.freeText(),
  status: s.choice(...shipmentStatuses),
  kind: s.choice(...shipmentKinds),
  order_id: s.nullable(s.uuid()),
  order_no: s.nullable(s.freeText()),
  merchant_id: s.uuid(),
  warehouse_id: s.uuid(),
  warehouse_code: s.freeText(),
  ship_mode: s.choice(...shipModes),
  carrier_code: s.nullable(s.freeText()),
  service_code: s.nullable(s.freeText()),
  tracking_no: s.nullable(s.freeText()),
  tracking_state: s.nullable(s.choice(...trackingKinds), 'The newest that its carrier told of that parcel.'),
  ship_to: s.openObject(),
  required_ship_date: s.nullable(s.date()),
  signed_by: s.nullable(s.freeText()),
  created_at: s.instant(),
  updated_at: s.instant(),
  shipped_at: s.nullable(s.instant()),
  delivered_at: s.nullable(s.instant()),
  cancelled_at: s.nullable(s.instant()),
};

const rowView = s.object(fields);
const shipmentView = s.object({
  ...fields,
  lines: s.listOf(
    s.object({ id: s.uuid(), sku: s.freeText(), item_id: s.uuid(), qty: s.qty(), ...shownUnit }),
  ),
});

const detail = oneOf('shipment', findShipment, shownAs(shipmentView));

const createBody = s.object({
  merchant_id: s.optional(idOrCode('Required in the 3PL edition.')),
  warehouse_id: idOrCode(),
  ship_mode: s.optional(s.choice(...shipModes), 'Default parcel.'),
  carrier_code: s.optional(s.code()),
  service_code: s.optional(s.code()),
  ship_to: s.optional(s.openObject()),
  required_ship_date: s.optional(s.date()),
  lines: s.list(s.object({ sku: sku(), qty: s.qty({ positive: true }), ...lineUnit() }), {
    min: 1,
    max: 1_000,
  }),
});

async function createInput(call: Call, body: s.Infer<typeof createBody>) {
  const { lines, ...given } = await withIds(call, body);
  const skus = lines.map((line) => line.sku);
  const { merchantId, items } = await goodsOf(call, given.merchant_id, skus);
  return {
    ...given,
    merchant_id: merchantId,
    lines: lines.map(({ sku: _sku, ...line }, index) => ({ item_id: items[index]!, ...line })),
  };
}

const serialsList = s.list(
  s.object({ sku: sku(), serial_nos: s.list(identifier(100), { min: 1, max: 2_000 }) }),
  { min: 1, max: 500 },
);
export const serialsBody = s.optional(
  serialsList,
  'The serials that leave. For serial-tracked units not named, the oldest in stock are presumed.',
);

/** The serials by item instead of SKU. Refuses 400 UNKNOWN_REFERENCE for a SKU that no line has. */
export function serialsOfSkus(
  serials: s.Infer<typeof serialsList>,
  lines: readonly { sku: string; item_id: string }[],
  document: string,
) {
  const itemOf = new Map(lines.map((line) => [line.sku, line.item_id]));
  return serials.map(({ sku: named, serial_nos: numbers }, index) => {
    const itemId = itemOf.get(named);
    if (!itemId) throw unknownReference(`serials.${index}.sku`, `line of the ${document}`);
    return { item_id: itemId, serial_nos: numbers };
  });
}

const shipBody = s.object({
  tracking_no: s.optional(s.text(100)),
  carrier_code: s.optional(s.code()),
  serials: serialsBody,
});

async function shipInput(call: Call, { serials, ...facts }: s.Infer<typeof shipBody>) {
  const id = call.params['id']!;
  if (!serials) return { ...facts, shipment_id: id };
  const { lines } = await detail(call, { id });
  return { ...facts, shipment_id: id, serials: serialsOfSkus(serials, lines, 'shipment') };
}

const permission = 'wms.outbound.ship';
const answer = { permission, respondWith: detail, returns: shipmentView } as const;

export const shipmentEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Outbound shipments, newest first',
    permission: 'wms.outbound.view',
    query: v1Query(
      {
        kind: s.described(s.choice(...shipmentKinds), 'Default: order and direct.'),
        status: s.choice(...shipmentStatuses),
        merchant_id: idOrCode(),
        warehouse_id: idOrCode(),
        order_id: s.uuid(),
        ship_mode: s.choice(...shipModes),
      },
      Object.keys(shipmentSorts),
    ),
    returns: rowView,
    run: (call) =>
      listed(
        call,
        (tx, filters, page) => listShipments(tx, { ...filters, ...page }),
        (row) => present(rowView, row),
      ),
  }),
  create({
    path,
    summary: 'Create an outbound shipment; its stock is allocated at once',
    command: commands.createShipment,
    body: createBody,
    input: createInput,
    ...answer,
  }),
  command({
    path: `${path}/{id}/ship`,
    summary: 'Ship: the inventory is deducted once and the packing list printed',
    description:
      'Works from commit: skipped steps are confirmed in order. Repeating it changes nothing; with another tracking number or carrier it is 400 ILLEGAL_TRANSITION with details.on_record.',
    command: commands.shipShipment,
    body: shipBody,
    input: shipInput,
    ...answer,
  }),
  command({
    path: `${path}/{id}/deliver`,
    summary: 'Confirm delivery, the terminal state',
    description:
      'delivered_at is now by default, and not before shipped_at. Repeating it changes nothing; with another moment or signature it is 400 ILLEGAL_TRANSITION with details.on_record.',
    command: commands.deliverShipment,
    pathToInput: { id: 'shipment_id' },
    ...answer,
  }),
];
