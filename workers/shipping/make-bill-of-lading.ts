/**
 * The bill of lading of a shipped load: kept since it left, and the same one whenever it is asked for. Refuses 409
 * DOCUMENT_NOT_READY before.
 */
import { findPaperOf } from '../../db/shipping/papers.read.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import type { paperCommands } from '../../queues/shipping/loads.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

export const makeBillOfLading: Handler<typeof paperCommands.makeBillOfLading> = async (
  work,
  { load_id: loadId },
) => {
  assertOperator(work);
  const found = await findPaperOf(work.tx, 'loads', loadId);
  if (!found) throw notFound('load');
  const { id, status } = found;
  if (id) return { id };
  throw new Refusal('DOCUMENT_NOT_READY', 'The bill of lading is made when the load ships.', { status });
};
