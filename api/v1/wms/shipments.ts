/** v1: outbound shipments. */
import { findShipment, listShipments, shipmentSorts } from '../../../db/shipping/shipments.read.ts';
import { shipModes } from '../../../domain/catalog/ship-modes.ts';
import { unknownReference } from '../../../domain/refusal.ts';
import { shipmentStatuses } from '../../../domain/shipping/shipment-states.ts';
import { identifier } from '../../../queues/inventory/identifier.ts';
import {
  choice,
  code,
  date,
  described,
  freeText,
  instant,
  list as listField,
  listOf,
  nullable,
  object,
  openObject,
  optional,
  qty,
  text,
  uuid,
  type Infer,
} from '../../../queues/schema.ts';
import { shipmentCommands as commands } from '../../../queues/shipping/shipments.ts';
import { command, list, type Call, type Endpoint } from '../../http/endpoint.ts';
import { oneOf } from '../../http/reads.ts';
import { v1Query } from '../../http/query-fields.ts';
import { present, shownAs } from '../../http/present.ts';
import { goodsOf, idOrCode, listed, sku, withIds } from '../names.ts';

const path = '/v1/wms/shipments';

const fields = {
  id: uuid(),
  shipment_no: freeText(),
  status: choice(...shipmentStatuses),
  order_id: nullable(uuid()),
  order_no: nullable(freeText()),
  merchant_id: uuid(),
  warehouse_id: uuid(),
  warehouse_code: freeText(),
  ship_mode: choice(...shipModes),
  carrier_code: nullable(freeText()),
  service_code: nullable(freeText()),
  tracking_no: nullable(freeText()),
  ship_to: openObject(),
  required_ship_date: nullable(date()),
  signed_by: nullable(freeText()),
  created_at: instant(),
  updated_at: instant(),
  shipped_at: nullable(instant()),
  delivered_at: nullable(instant()),
  cancelled_at: nullable(instant()),
};

const rowView = object(fields);
const shipmentView = object({
  ...fields,
  lines: listOf(object({ id: uuid(), sku: freeText(), item_id: uuid(), qty: qty() })),
});

const detail = oneOf('shipment', findShipment, shownAs(shipmentView));

const createBody = object({
  merchant_id: optional(idOrCode('Required in the 3PL edition.')),
  warehouse_id: idOrCode(),
  ship_mode: optional(described(choice(...shipModes), 'Default parcel.')),
  carrier_code: optional(code()),
  service_code: optional(code()),
  ship_to: optional(openObject()),
  required_ship_date: optional(date()),
  lines: listField(object({ sku: sku(), qty: qty({ positive: true }) }), { min: 1, max: 1_000 }),
});

async function createInput(call: Call, body: Infer<typeof createBody>) {
  const { lines, ...given } = await withIds(call, body);
  const skus = lines.map((line) => line.sku);
  const { merchantId, items } = await goodsOf(call, given.merchant_id, skus);
  return {
    ...given,
    merchant_id: merchantId,
    lines: lines.map((line, index) => ({ item_id: items[index]!, qty: line.qty })),
  };
}

const shipBody = object({
  tracking_no: optional(text(100)),
  carrier_code: optional(code()),
  serials: optional(
    described(
      listField(object({ sku: sku(), serial_nos: listField(identifier(100), { min: 1, max: 2_000 }) }), {
        min: 1,
        max: 500,
      }),
      'The serials that leave. For serial-tracked units not named, the oldest in stock are presumed.',
    ),
  ),
});

async function shipInput(call: Call, { serials, ...facts }: Infer<typeof shipBody>) {
  const id = call.params['id']!;
  if (!serials) return { ...facts, shipment_id: id };
  const { lines } = await detail(call, { id });
  const itemOf = new Map(lines.map((line) => [line.sku, line.item_id]));
  const ofItems = serials.map(({ sku: named, serial_nos: numbers }, index) => {
    const itemId = itemOf.get(named);
    if (!itemId) throw unknownReference(`serials.${index}.sku`, 'line of the shipment');
    return { item_id: itemId, serial_nos: numbers };
  });
  return { ...facts, shipment_id: id, serials: ofItems };
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
        status: choice(...shipmentStatuses),
        merchant_id: idOrCode(),
        warehouse_id: idOrCode(),
        order_id: uuid(),
        ship_mode: choice(...shipModes),
      },
      Object.keys(shipmentSorts),
    ),
    returns: rowView,
    run: (call) =>
      listed(
        call,
        (tx, organizationId, filters, page) => listShipments(tx, organizationId, { ...filters, ...page }),
        (row) => present(rowView, row),
      ),
  }),
  command({
    method: 'POST',
    path,
    summary: 'Create an outbound shipment; its stock is allocated at once',
    command: commands.createShipment,
    body: createBody,
    input: createInput,
    ...answer,
    status: 201,
  }),
  command({
    method: 'POST',
    path: `${path}/{id}/ship`,
    summary: 'Ship: the inventory is deducted once and the packing list printed',
    description: 'Works from commit: skipped steps are confirmed in order. Repeating it changes nothing.',
    command: commands.shipShipment,
    body: shipBody,
    input: shipInput,
    ...answer,
  }),
  command({
    method: 'POST',
    path: `${path}/{id}/deliver`,
    summary: 'Confirm delivery, the terminal state',
    description: 'delivered_at is now by default, and not before shipped_at. Repeating it changes nothing.',
    command: commands.deliverShipment,
    pathToInput: { id: 'shipment_id' },
    ...answer,
  }),
];
