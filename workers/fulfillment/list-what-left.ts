/** The packing list of what has left. */
import { paperCommands } from '../../queues/shipping/loads.ts';
import type { Shipment } from '../../db/shipping/shipments.write.ts';
import type { Work } from '../engine/handler.ts';

/**
 * Queues the packing list of a shipment that is shipped now. One of which a part had left is, with that part, as soon as
 * the rest of it is ended.
 */
export function listWhatLeft(
  { enqueue }: Pick<Work, 'enqueue'>,
  { id, status }: Pick<Shipment, 'id' | 'status'>,
): void {
  if (status === 'shipped') enqueue(paperCommands.makePackingList, { shipment_id: id });
}
