/** Creates a shipment without an order. It never takes stock promised to orders: 409 INSUFFICIENT_ATP. */
import { allocateStock } from '../../db/inventory/allocation.write.ts';
import { readCoverage } from '../../db/inventory/coverage.read.ts';
import { readOrderSettings } from '../../db/orders/order-lock.write.ts';
import { assertOrderReferences } from '../../db/orders/order-references.read.ts';
import { lockCommitments } from '../../db/inventory/commitments.write.ts';
import { assertWholeUnits } from '../../db/inventory/stock-references.read.ts';
import { merchantFor } from '../../db/tenancy/merchants.read.ts';
import { commitShipment } from '../../db/fulfillment/commit-shipment.write.ts';
import { newId } from '../../domain/new-id.ts';
import { decimal } from '../../domain/decimal.ts';
import { shortages, type Coverage } from '../../domain/inventory/coverage.ts';
import { insufficientAtp } from '../../domain/orders/demand.ts';
import type { shipmentCommands } from '../../queues/shipping/shipments.ts';
import type { Handler } from '../engine/handler.ts';

export const createShipment: Handler<typeof shipmentCommands.createShipment> = async (work, input) => {
  const { tx, organizationId, actor } = work;
  const { lines, warehouse_id: warehouseId } = input;
  const merchant = await merchantFor(tx, input.merchant_id, actor.merchant_id);
  await assertOrderReferences(tx, merchant.id, { warehouse_id: warehouseId }, lines);
  await assertWholeUnits(tx, lines, (index) => `lines.${index}.qty`);
  const settings = await readOrderSettings(tx);
  const demand = lines.map(({ item_id: itemId, qty }) => ({
    line_id: newId(),
    item_id: itemId,
    qty: decimal(qty),
  }));
  const itemIds = demand.map(({ item_id: itemId }) => itemId);

  await lockCommitments(tx, itemIds);
  const shortOf = ({ atp, atpIn }: Coverage) =>
    shortages(demand, (itemId) => {
      const [there, promisable] = [atpIn(warehouseId, itemId), atp(itemId)];
      return there.lt(promisable) ? there : promisable;
    });
  const coverage = await readCoverage(tx, {
    organizationId,
    mode: 'wms_sync',
    itemIds,
    safetyStock: settings.safety_stock,
    suffices: (part) => shortOf(part).length === 0,
  });
  const short = shortOf(coverage);
  if (short.length > 0) throw insufficientAtp(short, warehouseId);

  const strategy = settings.allocation_strategy;
  const pieces = await allocateStock(tx, { organizationId, warehouseId, strategy, lines: demand });
  const { id } = await commitShipment(
    work,
    {
      order_id: null,
      merchant_id: merchant.id,
      warehouse_id: warehouseId,
      ship_mode: input.ship_mode ?? 'parcel',
      carrier_code: input.carrier_code ?? null,
      service_code: input.service_code ?? null,
      ship_to: input.ship_to ?? {},
      required_ship_date: input.required_ship_date ?? null,
      split: false,
    },
    pieces,
  );
  return { id };
};
