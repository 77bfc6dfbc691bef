/**
 * The packing list of a shipped shipment: kept since it left, and the same one whenever it is asked for. Refuses 409
 * DOCUMENT_NOT_READY before.
 */
import { findPaperOf } from '../../db/shipping/papers.read.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import type { paperCommands } from '../../queues/shipping/loads.ts';
import type { Handler } from '../engine/handler.ts';

export const makePackingList: Handler<typeof paperCommands.makePackingList> = async (
  { tx },
  { shipment_id: shipmentId },
) => {
  const found = await findPaperOf(tx, 'wms_shipments', shipmentId);
  if (!found) throw notFound('shipment');
  const { id, status } = found;
  if (id) return { id };
  throw new Refusal('DOCUMENT_NOT_READY', 'The packing list is made when the shipment ships.', { status });
};
