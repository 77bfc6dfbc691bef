/**
 * Marks picked shipments packed. Once a carton was started, every picked unit must be in one (409 PACK_INCOMPLETE),
 * unless without_cartons says otherwise.
 */
import { decimal, zero } from '../../domain/decimal.ts';
import { readPackedStates, type PackedState } from '../../db/shipping/cartons.read.ts';
import { advanceToPacked } from '../../db/fulfillment/shipment-steps.write.ts';
import { advanceTogether } from '../../db/fulfillment/steps-together.write.ts';
import type { Shipment } from '../../db/shipping/shipments.write.ts';
import { assertAllPacked } from '../../domain/picking/packing.ts';
import type { shipmentCommands } from '../../queues/shipping/shipments.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import { stepShipments } from './step-shipments.ts';

type PackedStates = Awaited<ReturnType<typeof readPackedStates>>;
type PackShipment = InputOf<typeof shipmentCommands.packShipment>;

export const packShipment = stepShipments<PackShipment, PackedStates>({
  reads: readPackedStates,
  together: (tx, asked, states) =>
    advanceTogether(
      tx,
      asked.map((one) => {
        const { shipment } = one.taken;
        const isAsked = asksForCartons(shipment, one.input);
        return { ...one, check: () => isAsked && assertInCartons(states?.get(shipment.id)) };
      }),
      'packed',
    ),
  alone: async (work, shipment, input) => {
    if (asksForCartons(shipment, input))
      assertInCartons((await readPackedStates(work.tx, [shipment.id])).get(shipment.id));
    return advanceToPacked(work, shipment);
  },
});

function asksForCartons({ status }: Shipment, { without_cartons: isLoose = false }: PackShipment): boolean {
  return status === 'picked' && !isLoose;
}

function assertInCartons(states: readonly PackedState[] = []): void {
  if (states.some(({ packed }) => decimal(packed).gt(zero))) assertAllPacked(states);
}
