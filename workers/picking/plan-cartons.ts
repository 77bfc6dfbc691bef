/**
 * Plans the cartons of what a shipment holds and has not packed. The plan is kept with the shipment; packing takes its
 * cartons by number, which go on after those that are packed already.
 */
import { cartonTypesFor, packedOfPlan, unpackedLines } from '../../db/picking/pack-plans.read.ts';
import { keepPackPlan } from '../../db/picking/pack-plans.write.ts';
import { lockShipment } from '../../db/shipping/shipments.write.ts';
import { planPack } from '../../domain/picking/pack-plan.ts';
import { assertAllFound, Refusal } from '../../domain/refusal.ts';
import { allowedActions } from '../../domain/state-machine.ts';
import { shipmentStates } from '../../domain/shipping/shipment-states.ts';
import type { packingCommands } from '../../queues/picking/packing.ts';
import type { Handler } from '../engine/handler.ts';

export const planCartons: Handler<typeof packingCommands.planCartons> = async (work, input) => {
  const { tx, actor } = work;
  const { shipment_id: id, carton_type_ids: typeIds, dry_run: isDryRun = false } = input;
  const shipment = await lockShipment(tx, id);
  const { status } = shipment;
  if (status !== 'commit' && status !== 'picking' && status !== 'picked')
    throw new Refusal('ILLEGAL_TRANSITION', `A shipment that is ${status} has nothing left to pack.`, {
      from: status,
      action: 'plan_cartons',
      allowed: allowedActions(shipmentStates, status),
    });
  const lines = await unpackedLines(tx, id);
  const types = await cartonTypesFor(tx, shipment.merchant_id, typeIds);
  if (typeIds)
    assertAllFound(
      'carton_type_ids',
      typeIds,
      types.map((type) => type.id),
      "carton type for the merchant's goods",
    );
  const before = Math.max(0, ...(await packedOfPlan(tx, id)).keys());
  const { cartons, ...planned } = planPack(lines, types);
  const plan = { ...planned, cartons: cartons.map((one) => ({ ...one, carton: one.carton + before })) };
  if (!isDryRun) {
    await keepPackPlan(tx, shipment, plan, actor.name);
    work.emit({
      type: 'pack_plan.made',
      subject_type: 'pack_plan',
      subject_id: id,
      data: {
        shipment_id: id,
        merchant_id: shipment.merchant_id,
        cartons: plan.cartons.length,
        unpacked_lines: plan.unpacked.length,
      },
    });
  }
  return { shipment_id: id, dry_run: isDryRun, ...plan, types_tried: types.length };
};
