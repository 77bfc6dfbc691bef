/**
 * Claims the next piece of work of any kind for those who ask at the same moment: what comes next in the person's pick job,
 * else what they have in hand already, else the most urgent, then the nearest, then the oldest. Who asks alike (warehouse, kinds, zone, place) is given work as
 * if one after another: which kind each is given is read without locks, once for all; the work is locked by its kind, past what
 * others are claiming at this moment, so nobody is given what somebody else has. Nothing left is an answer, not a refusal.
 */
import { standingAt, type Here } from '../../db/picking/nearness.ts';
import { lockNextMoves } from '../../db/moves/next-moves.write.ts';
import { assignMoves } from '../../db/moves/planned-moves.write.ts';
import {
  claimNextPutBack,
  firstWork,
  lockNextCount,
  lockNextReceivingTask,
  sourcesOf,
  type WantedWork,
} from '../../db/tasks/next-work.write.ts';
import { workInHand } from '../../db/tasks/work-in-hand.read.ts';
import { nextOfJobs } from '../../db/picking/pick-jobs.read.ts';
import { inSavepoint, type TenantTransaction } from '../../db/database.ts';
import { groupBy } from '../../domain/group-by.ts';
import { orThrow, Refusal, refusalOr, refusalOrLater, unknownReference } from '../../domain/refusal.ts';
import { handOut, type WorkSource } from '../../domain/tasks/hand-out.ts';
import { isMove, type WorkKind } from '../../domain/tasks/work-kinds.ts';
import type { workCommands } from '../../queues/tasks/work.ts';
import { assertOperator, floorPerson } from '../acting-person.ts';
import type { Person } from '../../db/picking/pick-tasks.write.ts';
import { apart, type Answered, type Asked, type HandlerOfMany, type Work } from '../engine/handler.ts';
import { beginCount } from '../counting/begin-count.ts';
import { takeHandedOn } from '../picking/jobs/take-handed-on.ts';
import { takeNextPicks } from '../picking/take-pick.ts';
import { beginReceiving } from '../receiving/begin-receiving.ts';

type ClaimWork = typeof workCommands.claimWork;

interface Claim {
  work: Work;
  input: Asked<ClaimWork>['input'];
  person: Person;
  answer: Answered<ClaimWork> | undefined;
}

export const claimWork: HandlerOfMany<ClaimWork> = async (tx, asked) => {
  const claims = asked.map(({ work, input }): Claim => {
    const refused = refusalOr(() => assertOperator(work));
    return {
      work,
      input,
      person: floorPerson(work),
      answer: refused instanceof Refusal ? refused : undefined,
    };
  });
  const standing = await whereTheyStand(tx, claims);
  await goOnWithWalks(tx, claims);
  await goOnWithTheRest(tx, claims);
  const alike = ({ input: { warehouse_id: warehouse, kinds, zone, near } }: Claim): string =>
    JSON.stringify([warehouse, [...kinds].sort(), zone, near]);
  // Who goes on with what they have holds nothing.
  const all = claims.filter(isWaiting);
  for (const some of groupBy(all, alike).values())
    await giveOut(tx, { all, some }, standing.get(some[0]!.input.near ?? '') ?? undefined);
  return claims.map(({ answer }) => answer ?? { kind: null, id: null });
};

const isWaiting = ({ answer }: Claim): boolean => answer === undefined;
const isGiven = ({ answer }: Claim): boolean =>
  answer !== undefined && answer !== apart && !(answer instanceof Refusal);

/** Refuses 400 UNKNOWN_REFERENCE those who stand where no location is. */
async function whereTheyStand(
  tx: TenantTransaction,
  claims: readonly Claim[],
): Promise<ReadonlyMap<string, Here | null>> {
  const found = await standingAt(
    tx,
    claims.flatMap(({ input: { near } }) => near ?? []),
  );
  for (const claim of claims.filter(isWaiting)) {
    const { near } = claim.input;
    if (near && !found.has(near)) claim.answer = unknownReference('near', 'location');
  }
  return found;
}

/** A walk that was begun is gone on with before anything else. */
async function goOnWithWalks(tx: TenantTransaction, claims: readonly Claim[]): Promise<void> {
  const walkers = claims.filter((claim) => isWaiting(claim) && claim.input.kinds.includes('pick'));
  const next = await nextOfJobs(
    tx,
    walkers.map(({ person, input }) => ({ personId: person.id, warehouseId: input.warehouse_id })),
  );
  for (const [index, id] of next.entries()) if (id) walkers[index]!.answer = { kind: 'pick', id };
}

/** So is what else they have in hand: an answer that was lost, or a handheld that was switched off, loses nothing. */
async function goOnWithTheRest(tx: TenantTransaction, claims: readonly Claim[]): Promise<void> {
  const holders = claims.filter((claim) => isWaiting(claim) && !claim.input.another);
  const found = await workInHand(
    tx,
    holders.map(({ person, input: { warehouse_id, kinds } }) => ({
      person_id: person.id,
      warehouse_id,
      kinds,
    })),
  );
  for (const [index, work] of found.entries()) if (work) holders[index]!.answer = work;
}

/**
 * Gives those who ask alike, of all who ask, their work. Each turn somebody is given some, or a source is left out of which
 * others took it meanwhile, so this ends.
 */
async function giveOut(
  tx: TenantTransaction,
  { all, some }: { all: readonly Claim[]; some: readonly Claim[] },
  here: Here | undefined,
): Promise<void> {
  const { warehouse_id: warehouseId, kinds, zone = null } = some[0]!.input;
  let sources = sourcesOf(kinds);
  let waiting = some;
  while (waiting.length > 0 && sources.length > 0) {
    const people = waiting.map(({ person }) => person.id);
    const wanted: WantedWork = { warehouseId, kinds, zone, here, people };
    const first = await firstWork(tx, wanted, sources, waiting.length);
    const given = handOut(
      people,
      groupBy(first, ({ source }) => source),
    );
    const planned = waiting.map((claim, index) => ({ claim, source: given[index] }));
    for (const { source, give } of givers) {
      const mine = planned.filter((one) => one.source === source).map(({ claim }) => claim);
      if (mine.length > 0) await give(tx, mine, wanted, !all.some(isGiven));
      if (mine.some(isWaiting)) sources = sources.filter((one) => one !== source);
    }
    // What is for some alone was read instead of what is for everybody behind it.
    const isMoreBehind = first.some(({ only_for: some }) => some !== null);
    waiting = planned.flatMap(({ claim, source }) =>
      isWaiting(claim) && (source !== undefined || isMoreBehind) ? [claim] : [],
    );
  }
}

type Giver = (
  tx: TenantTransaction,
  claims: readonly Claim[],
  wanted: WantedWork,
  /** Nobody of the group was given anything before. */
  isFirst: boolean,
) => Promise<void>;

/** Work that is begun by being given out, one after another: what is refused is taken back alone. */
const oneByOne =
  (kind: WorkKind, begin: (claim: Claim, wanted: WantedWork) => Promise<string | undefined>): Giver =>
  async (tx, claims, wanted) => {
    for (const claim of claims) {
      const run = (): Promise<string | undefined> => begin(claim, { ...wanted, people: [claim.person.id] });
      const id = await refusalOrLater(() => (claims.length === 1 ? run() : inSavepoint(tx, run)));
      if (id !== undefined) claim.answer = id instanceof Refusal ? id : { kind, id };
    }
  };

// In the order of their locks.
const givers: readonly { source: WorkSource; give: Giver }[] = [
  {
    source: 'receive',
    // Starting an unassigned receiving task is what claims it.
    give: oneByOne('receive', async ({ work }, wanted) => {
      const id = await lockNextReceivingTask(work.tx, wanted);
      if (id) await beginReceiving(work, id);
      return id;
    }),
  },
  {
    source: 'count',
    // A count that has begun is offered to nobody else; a device of no member begins it without a name on it.
    give: oneByOne('count', async ({ work }, wanted) => {
      const found = await lockNextCount(work.tx, wanted);
      if (!found) return undefined;
      const claim = { assigneeId: work.actor.member_id ?? undefined };
      const begun = await refusalOrLater(() => inSavepoint(work.tx, () => beginCount(work, found, claim)));
      // Another count has locked a place of it meanwhile: there is other work, and its places are let go.
      if (begun instanceof Refusal && begun.code === 'LOCATION_LOCKED') return undefined;
      orThrow(begun);
      return found.id;
    }),
  },
  {
    source: 'pick',
    give: async (tx, claims, { warehouseId, zone, here }, isFirst) => {
      const asking = claims.map(({ work }) => work);
      const picks = { warehouseId, waveId: null, zone, here };
      const { ids, areMore } = await takeNextPicks(tx, asking, picks, isFirst);
      for (const [index, claim] of claims.entries()) {
        const id = ids[index];
        if (id) claim.answer = { kind: 'pick', id };
        // By itself it holds nothing, and may wait.
        else if (areMore) claim.answer = apart;
      }
    },
  },
  {
    source: 'handed_on',
    give: async (_, claims, wanted, isFirst) => {
      for (const claim of claims) {
        const { id, isBusy } = await takeHandedOn(claim.work, wanted, isFirst && !claims.some(isGiven));
        if (id) claim.answer = { kind: 'pick', id };
        else if (isBusy) claim.answer = apart;
      }
    },
  },
  {
    source: 'put_back',
    give: oneByOne('put_back', ({ work, person }, wanted) => claimNextPutBack(work.tx, wanted, person.id)),
  },
  {
    source: 'move',
    give: async (tx, claims, { warehouseId, kinds, zone, here }) => {
      const moves = await lockNextMoves(
        tx,
        { warehouseId, kinds: kinds.filter(isMove), zone, here },
        claims.length,
      );
      const taken = moves.map((move, index) => ({ move, claim: claims[index]! }));
      await assignMoves(
        tx,
        taken.map(({ move, claim: { work, person } }) => ({ move, work, person })),
      );
      for (const { move, claim } of taken) claim.answer = { kind: move.kind, id: move.id };
    },
  },
];
