/**
 * Begins a count that somebody takes up (claims, which is dated) or counts again; one under way goes on, for whoever
 * takes it up. The places of a count that locks with its start are locked here: 409 LOCATION_LOCKED while another task counts there.
 */
import { countedLocations } from '../../db/counting/counts.read.ts';
import {
  enterLocationsAlone,
  lockLocations,
  setCountState,
  type CountTaskRow,
} from '../../db/counting/counts.write.ts';
import { countStates } from '../../domain/counting/count-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import { floorPerson } from '../acting-person.ts';
import type { Work } from '../engine/handler.ts';

export async function beginCount(
  work: Work,
  { id, state: before, lock }: CountTaskRow,
  claim?: { assigneeId?: string | undefined },
): Promise<void> {
  const { tx, emit } = work;
  const state = nextState(countStates, before, 'count');
  const isUnderWay = state === before;
  if (isUnderWay && !claim) return;
  const subject = { subject_type: 'count_task', subject_id: id } as const;
  if (lock === 'start' && before === 'pending') {
    const places = [...(await countedLocations(tx, id))];
    await enterLocationsAlone(tx, places);
    await lockLocations(tx, id, places);
    emit({ type: 'inventory.locked', ...subject, data: { location_ids: places } });
  }
  await setCountState(tx, id, { state, assignee_id: claim?.assigneeId }, claim && floorPerson(work).id);
  if (!isUnderWay) emit({ type: 'count_task.started', ...subject });
}
