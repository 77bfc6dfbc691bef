/**
 * Gives back what somebody was given and nobody has touched for hours: it is offered to all again. Whoever had it and does
 * it all the same confirms a move as before, and learns of a pick whose it is now.
 */
import { enterOwnPlaces, freePlaces } from '../../db/counting/free-places.write.ts';
import { setCountState } from '../../db/counting/counts.write.ts';
import { returnMove } from '../../db/moves/planned-moves.write.ts';
import { freePicks } from '../../db/picking/pick-jobs.write.ts';
import { lockReceivingTask } from '../../db/receiving/receiving-tasks.write.ts';
import { returnTask } from '../../db/receiving/tasks.write.ts';
import {
  lockIdleCount,
  lockIdleMoves,
  lockIdlePicks,
  lockIdleReceiving,
} from '../../db/tasks/idle-work.write.ts';
import { countStates } from '../../domain/counting/count-states.ts';
import { receivingTaskEvent } from '../../domain/receiving/events.ts';
import { receivingTaskStates } from '../../domain/receiving/receiving-task-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { IdleKind } from '../../domain/tasks/idle-work.ts';
import { workCommands } from '../../queues/tasks/work.ts';
import type { Handler, Work } from '../engine/handler.ts';

export const returnIdleWork: Handler<typeof workCommands.returnIdleWork> = async (work, { kind }) => ({
  returned: await returning[kind](work),
});

const returning: Record<IdleKind, (work: Work) => Promise<number>> = {
  async receive(work) {
    const ids = await lockIdleReceiving(work.tx);
    for (const taskId of ids) {
      const { id, status: previous, receipt } = await lockReceivingTask(work.tx, taskId);
      const status = nextState(receivingTaskStates, previous, 'return');
      await returnTask(work.tx, id, status);
      work.emit(receivingTaskEvent({ id, receipt }, 'returned', { status, previous_status: previous }));
    }
    return ids.length;
  },

  /** One after another, each in a transaction of its own. */
  async count(work) {
    const { tx } = work;
    const found = await lockIdleCount(tx);
    if (!found) return 0;
    const { id, lock, state, is_for_others: isForOthers } = found;
    if (isForOthers) await setCountState(tx, id, { state, assignee_id: null });
    else {
      if (lock === 'start') await enterOwnPlaces(tx, id);
      await setCountState(tx, id, { state: nextState(countStates, state, 'return'), assignee_id: null });
      // Its places are locked again by whoever takes it up.
      if (lock === 'start') await freePlaces(work, id);
    }
    work.emit({ type: 'count_task.returned', subject_type: 'count_task', subject_id: id });
    work.enqueue(workCommands.returnIdleWork, { kind: 'count' });
    return 1;
  },

  async pick(work) {
    const tasks = await lockIdlePicks(work.tx);
    if (tasks.length > 0) await freePicks(work, tasks);
    return tasks.length;
  },

  async move(work) {
    const moves = await lockIdleMoves(work.tx);
    for (const move of moves) await returnMove(work, move);
    return moves.length;
  },
};
