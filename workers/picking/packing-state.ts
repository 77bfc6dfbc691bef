/** When the cartons of a shipment may change: while it is being picked, or picked. */
import { Refusal } from '../../domain/refusal.ts';
import { allowedActions } from '../../domain/state-machine.ts';
import { shipmentStates, type ShipmentStatus } from '../../domain/shipping/shipment-states.ts';

/** Refuses 400 ILLEGAL_TRANSITION with from, action and allowed. */
export function assertPacking(status: ShipmentStatus, action: 'pack_carton' | 'unpack_carton'): void {
  if (status === 'picking' || status === 'picked') return;
  throw new Refusal('ILLEGAL_TRANSITION', `Cartons of a shipment that is ${status} do not change.`, {
    from: status,
    action,
    allowed: allowedActions(shipmentStates, status),
  });
}
