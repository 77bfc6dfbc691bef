/** Takes a spot out of service; a trailer on it stays. Does nothing when repeated. */
import { insertClosure, lockSpot, readSpotUse } from '../../db/yard/spots.write.ts';
import { notFound } from '../../domain/refusal.ts';
import type { spotCommands } from '../../queues/yard/spots.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

export const closeSpot: Handler<typeof spotCommands.closeSpot> = async (work, { spot_id: id, reason }) => {
  const { tx } = work;
  assertOperator(work);
  const spot = await lockSpot(tx, id, () => notFound('spot'));
  const use = await readSpotUse(tx, id);
  if (use.closure_reason !== null) return { id };
  await insertClosure(tx, id, reason);
  work.emit({
    type: 'spot.closed',
    subject_type: 'spot',
    subject_id: id,
    data: { spot_id: id, warehouse_id: spot.warehouse_id, reason },
  });
  return { id };
};
