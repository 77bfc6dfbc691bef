/** Cancels shipments before they ship, those of a group one after another, and releases their stock. */
import { takeShipments } from '../../db/fulfillment/step-facts.read.ts';
import { withdrawShipment } from '../../db/fulfillment/shipment-steps.write.ts';
import { lockCommitments } from '../../db/inventory/commitments.write.ts';
import { lockHeldStock } from '../../db/shipping/loads.write.ts';
import { lockShipment } from '../../db/shipping/shipments.write.ts';
import type { shipmentCommands } from '../../queues/shipping/shipments.ts';
import { inTurn } from '../engine/each-of-group.ts';
import type { Handler } from '../engine/handler.ts';
import { listWhatLeft } from './list-what-left.ts';

type CancelShipment = typeof shipmentCommands.cancelShipment;

const cancelOne: Handler<CancelShipment> = async (work, { shipment_id: id }) => {
  const shipment = await lockShipment(work.tx, id);
  await withdrawShipment(work, shipment);
  await listWhatLeft(work.tx, [{ work, shipment_id: shipment.id }]);
  return { id };
};

/** What each of them locks, of all of them and in order. */
export const cancelShipment = inTurn<CancelShipment>(async (tx, asked) => {
  const taken = await takeShipments(
    tx,
    asked.map(({ input }) => input.shipment_id),
  );
  const held = [...taken.values()].flatMap((one) => one.held);
  await lockCommitments(
    tx,
    held.map(({ item_id: itemId }) => itemId),
  );
  await lockHeldStock(tx, [...taken.keys()]);
}, cancelOne);
