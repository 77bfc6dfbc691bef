/** Creates a shipment without an order. */
import { readLineUnits } from '../../db/catalog/item-units.read.ts';
import { assertOrderReferences } from '../../db/orders/order-references.read.ts';
import { assertWholeUnits } from '../../db/inventory/stock-references.read.ts';
import { merchantFor } from '../../db/tenancy/merchants.read.ts';
import type { shipmentCommands } from '../../queues/shipping/shipments.ts';
import type { Handler } from '../engine/handler.ts';
import { commitUnordered } from './unordered-shipment.ts';

export const createShipment: Handler<typeof shipmentCommands.createShipment> = async (work, input) => {
  const { tx, actor } = work;
  const { lines: asked, warehouse_id: warehouseId } = input;
  const merchant = await merchantFor(tx, input.merchant_id, actor.merchant_id);
  await assertOrderReferences(tx, merchant.id, { warehouse_id: warehouseId }, asked);
  const unitsOf = await readLineUnits(tx, asked);
  const lines = asked.map((line, index) => ({ item_id: line.item_id, ...unitsOf(line, `lines.${index}`) }));
  await assertWholeUnits(tx, lines, (index) => `lines.${index}.qty`);
  const shipment = {
    merchant_id: merchant.id,
    warehouse_id: warehouseId,
    ship_mode: input.ship_mode ?? 'parcel',
    carrier_code: input.carrier_code ?? null,
    service_code: input.service_code ?? null,
    ship_to: input.ship_to ?? {},
    required_ship_date: input.required_ship_date ?? null,
  };
  const { id } = await commitUnordered(work, shipment, lines);
  return { id };
};
