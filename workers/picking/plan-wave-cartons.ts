/**
 * Plans the cartons of a released wave's shipments, after its release and a few at a time: each takes some hundredths of a
 * second, in which nobody else claims it. The rest is a follow-up.
 */
import { activeShipments } from '../../db/picking/waves.write.ts';
import { lockShipments } from '../../db/shipping/shipments.write.ts';
import { packableStates } from '../../domain/shipping/shipment-states.ts';
import { packingCommands } from '../../queues/picking/packing.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';
import { keepPlans, planShipment } from './planned-cartons.ts';

const atOnce = 10;

export const planWaveCartons: Handler<typeof packingCommands.planWaveCartons> = async (work, input) => {
  const { tx } = work;
  const { wave_id, after } = input;
  assertOperator(work);
  const ids = await activeShipments(tx, wave_id, { after, limit: atOnce });
  const planned = [];
  for (const shipment of await lockShipments(tx, ids))
    if (packableStates.includes(shipment.status))
      planned.push({ shipment, plan: await planShipment(tx, shipment) });
  await keepPlans(work, planned);
  if (ids.length === atOnce) work.enqueue(packingCommands.planWaveCartons, { wave_id, after: ids.at(-1)! });
  return { planned: planned.length };
};
