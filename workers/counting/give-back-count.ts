/**
 * Gives back a locked count that was begun: it is nobody's, and offered to all. What was counted stays, each scan compared
 * with the ledger of its moment, and whoever takes it up goes on with the rest. What is left of it for others alone stays
 * under way. Places that its start locked are free until then.
 */
import { isForOthers, setCountState, type CountTaskRow } from '../../db/counting/counts.write.ts';
import { enterOwnPlaces, freePlaces } from '../../db/counting/free-places.write.ts';
import { countStates } from '../../domain/counting/count-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { Work } from '../engine/handler.ts';

export async function giveBackCount(work: Work, { id, lock, state: before }: CountTaskRow): Promise<void> {
  const { tx, emit } = work;
  const state = nextState(countStates, before, 'unclaim');
  if (await isForOthers(tx, id)) await setCountState(tx, id, { state: before, assignee_id: null });
  else {
    if (lock === 'start') await enterOwnPlaces(tx, id);
    await setCountState(tx, id, { state, assignee_id: null });
    // They are locked again by whoever takes it up.
    if (lock === 'start') await freePlaces(work, id);
  }
  emit({ type: 'count_task.returned', subject_type: 'count_task', subject_id: id });
}
