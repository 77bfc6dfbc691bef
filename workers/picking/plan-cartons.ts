/** Plans the cartons of a shipment. The plan is kept with it; packing takes its cartons by number. */
import { cartonTypesFor } from '../../db/picking/pack-plans.read.ts';
import { lockShipment } from '../../db/shipping/shipments.write.ts';
import { assertAllFound, Refusal } from '../../domain/refusal.ts';
import { allowedActions } from '../../domain/state-machine.ts';
import { packableStates, shipmentStates } from '../../domain/shipping/shipment-states.ts';
import type { packingCommands } from '../../queues/picking/packing.ts';
import type { Handler } from '../engine/handler.ts';
import { keepPlans, planShipment } from './planned-cartons.ts';

export const planCartons: Handler<typeof packingCommands.planCartons> = async (work, input) => {
  const { tx } = work;
  const { shipment_id: id, carton_type_ids: typeIds, dry_run: isDryRun = false } = input;
  const shipment = await lockShipment(tx, id);
  const { status } = shipment;
  if (!packableStates.includes(status))
    throw new Refusal('ILLEGAL_TRANSITION', `A shipment that is ${status} has nothing left to pack.`, {
      from: status,
      action: 'plan_cartons',
      allowed: allowedActions(shipmentStates, status),
    });
  const types = await cartonTypesFor(tx, shipment.merchant_id, typeIds);
  if (typeIds)
    assertAllFound(
      'carton_type_ids',
      typeIds,
      types.map((type) => type.id),
      "carton type for the merchant's goods",
    );
  const planned = await planShipment(tx, shipment, types);
  const plan = isDryRun ? planned : (await keepPlans(work, [{ shipment, plan: planned }]))[0]!;
  return { shipment_id: id, dry_run: isDryRun, ...plan, types_tried: types.length };
};
