/**
 * Gives back what somebody was given and nobody has touched for hours: it is offered to all again. Whoever had it and does
 * it all the same confirms a move as before, and learns of a pick whose it is now.
 */
import { returnMove } from '../../db/moves/planned-moves.write.ts';
import { freePicks } from '../../db/picking/pick-jobs.write.ts';
import {
  lockIdleCount,
  lockIdleMoves,
  lockIdlePicks,
  lockIdleReceiving,
} from '../../db/tasks/idle-work.write.ts';
import type { IdleKind } from '../../domain/tasks/idle-work.ts';
import { workCommands } from '../../queues/tasks/work.ts';
import { giveBackCount } from '../counting/give-back-count.ts';
import type { Handler, Work } from '../engine/handler.ts';
import { giveBackTask } from '../receiving/give-back-task.ts';

export const returnIdleWork: Handler<typeof workCommands.returnIdleWork> = async (work, { kind }) => ({
  returned: await returning[kind](work),
});

const returning: Record<IdleKind, (work: Work) => Promise<number>> = {
  async receive(work) {
    const ids = await lockIdleReceiving(work.tx);
    for (const id of ids) await giveBackTask(work, id);
    return ids.length;
  },

  /** One after another, each in a transaction of its own. */
  async count(work) {
    const found = await lockIdleCount(work.tx);
    if (!found) return 0;
    await giveBackCount(work, found);
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
