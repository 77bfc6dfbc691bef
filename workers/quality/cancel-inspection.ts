/** Ends an inspection that nobody decides any more. Its units stay on hold: lifting that is a person's. */
import { lockInspection, setInspection } from '../../db/quality/goods-inspections.write.ts';
import { inspectionEvent } from '../../domain/quality/events.ts';
import { goodsInspectionStates } from '../../domain/quality/inspection-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { qualityCommands } from '../../queues/quality/quality.ts';
import type { Handler } from '../engine/handler.ts';

export const cancelInspection: Handler<typeof qualityCommands.cancelInspection> = async (
  { tx, emit },
  { inspection_id: id, reason = null },
) => {
  const found = await lockInspection(tx, id);
  const { status: previous } = found;
  if (previous === 'cancelled') return { id: found.id };
  const status = nextState(goodsInspectionStates, previous, 'cancel');
  await setInspection(tx, found.id, status, reason ? { note: reason } : {});
  emit(inspectionEvent(found, 'cancelled', { status, previous_status: previous, reason }));
  return { id: found.id };
};
