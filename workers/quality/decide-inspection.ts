/** Decides about units that failed their inspection. */
import { lockInspection, setInspection } from '../../db/quality/goods-inspections.write.ts';
import type { qualityCommands } from '../../queues/quality/quality.ts';
import type { Handler } from '../engine/handler.ts';
import { takeDecision } from './take-decision.ts';

export const decideInspection: Handler<typeof qualityCommands.decideInspection> = async (
  work,
  { inspection_id: id, decision, location_id = null, note },
) => {
  const found = await lockInspection(work.tx, id);
  if (found.status === 'decided' && found.decision === decision) return { id: found.id };
  await takeDecision(work, found, { decision, location_id });
  if (note) await setInspection(work.tx, found.id, 'decided', { note });
  return { id: found.id };
};
