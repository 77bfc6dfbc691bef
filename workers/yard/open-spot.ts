/** Puts a spot back into service. Does nothing when repeated. */
import { endClosure, lockSpot, readSpotUse } from '../../db/yard/spots.write.ts';
import { notFound } from '../../domain/refusal.ts';
import type { spotCommands } from '../../queues/yard/spots.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

export const openSpot: Handler<typeof spotCommands.openSpot> = async (work, { spot_id: id }) => {
  const { tx } = work;
  assertOperator(work);
  const spot = await lockSpot(tx, id, () => notFound('spot'));
  const use = await readSpotUse(tx, id);
  if (use.closure_reason === null) return { id };
  await endClosure(tx, id);
  work.emit({
    type: 'spot.opened',
    subject_type: 'spot',
    subject_id: id,
    data: { spot_id: id, warehouse_id: spot.warehouse_id },
  });
  return { id };
};
