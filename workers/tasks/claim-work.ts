/**
 * Claims the next piece of work of any kind: what comes next in the person's pick job, else the most urgent, then the
 * nearest, then the oldest. Which kind that is, is read without
 * locks; the work itself is locked by its kind, past what others are claiming at this moment, so nobody is given what
 * somebody else has. Nothing left is an answer, not a refusal.
 */
import { standingAt } from '../../db/picking/nearness.ts';
import { takeMove, lockNextMove } from '../../db/moves/planned-moves.write.ts';
import {
  claimNextPutBack,
  kindsWithWork,
  lockNextCount,
  lockNextReceivingTask,
  type WantedWork,
  type WorkSource,
} from '../../db/tasks/next-work.write.ts';
import { nextOfJob } from '../../db/picking/pick-jobs.read.ts';
import { assertReference } from '../../db/records.read.ts';
import { orThrow, Refusal, refusalOrLater } from '../../domain/refusal.ts';
import { isMove, type WorkKind } from '../../domain/tasks/work-kinds.ts';
import type { workCommands } from '../../queues/tasks/work.ts';
import { assertOperator, floorPerson } from '../acting-person.ts';
import type { Handler, Work } from '../engine/handler.ts';
import { beginCount } from '../counting/begin-count.ts';
import { takeNextPick } from '../picking/take-pick.ts';
import { beginReceiving } from '../receiving/begin-receiving.ts';

interface Claimed {
  kind: WorkKind;
  id: string;
}

type Claimer = (work: Work, wanted: WantedWork) => Promise<Claimed | undefined>;

const claimers: Record<WorkSource, Claimer> = {
  // Starting an unassigned receiving task is what claims it.
  receive: async (work, wanted) => {
    const id = await lockNextReceivingTask(work.tx, wanted);
    if (id) await beginReceiving(work, id);
    return id ? { kind: 'receive', id } : undefined;
  },
  // A count that has begun is offered to nobody else; a device of no member begins it without a name on it.
  count: async (work, wanted) => {
    const found = await lockNextCount(work.tx, wanted);
    if (!found) return undefined;
    const begun = await refusalOrLater(() =>
      beginCount(work, found, { assigneeId: work.actor.member_id ?? undefined }),
    );
    // Another count has locked a place of it meanwhile: there is other work.
    if (begun instanceof Refusal && begun.code === 'LOCATION_LOCKED') return undefined;
    orThrow(begun);
    return { kind: 'count', id: found.id };
  },
  pick: async (work, { warehouseId, zone, here }) => {
    const id = await takeNextPick(work, { warehouseId, waveId: null, zone, here });
    return id ? { kind: 'pick', id } : undefined;
  },
  put_back: async ({ tx }, wanted) => {
    const id = await claimNextPutBack(tx, wanted);
    return id ? { kind: 'put_back', id } : undefined;
  },
  move: async (work, { warehouseId, kinds, zone, here }) => {
    const found = await lockNextMove(work.tx, { warehouseId, kinds: kinds.filter(isMove), zone, here });
    if (!found) return undefined;
    await takeMove(work, found, floorPerson(work));
    return { kind: found.kind, id: found.id };
  },
};

export const claimWork: Handler<typeof workCommands.claimWork> = async (work, input) => {
  assertOperator(work);
  const { warehouse_id: warehouseId, kinds, zone = null, near } = input;
  const { tx } = work;
  const personId = floorPerson(work).id;
  if (near) await assertReference(tx, 'locations', near, 'near');
  // A walk that was begun is gone on with before anything else.
  const nextOfWalk = kinds.includes('pick') && (await nextOfJob(tx, personId, warehouseId));
  if (nextOfWalk) return { kind: 'pick', id: nextOfWalk };
  const here = near ? await standingAt(tx, near) : undefined;
  const wanted = { warehouseId, kinds, zone, here, personId };
  for (const source of await kindsWithWork(work.tx, wanted)) {
    const claimed = await claimers[source](work, wanted);
    if (claimed) return claimed;
  }
  return { kind: null, id: null };
};
