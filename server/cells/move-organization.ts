/**
 * Moves an organization to another cell while it works: copy, freeze, catch up, compare, switch. What has been done stands
 * in the two databases themselves, so a move that was interrupted, wherever, is gone on with by running it again. At no
 * moment is it served in two places, not even to who only reads: it stops here (503), the answers to who called meanwhile
 * are waited for, it begins there, the proxies lead there, and only then whoever still comes here is sent away (421). Only one program moves it at a time (`Move.source`), and each step that changes who serves it
 * expects what the step before has left.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { changePlace, findPlace, freeze, type Place } from '../../db/cells/places.write.ts';
import {
  bytesBehind,
  endOfLog,
  endReplication,
  progressOf,
  publish,
  replicationProblem,
  subscribe,
} from '../../db/cells/replication.write.ts';
import { schemaDigests } from '../../db/cells/rows.read.ts';
import { readOrganizationTables, type OrganizationTables } from '../../db/cells/tables.read.ts';
import { sealingKeysOf } from '../../db/cells/sealed.write.ts';
import { copyingProblem } from '../../db/cells/whole-database.ts';
import { cacheMs } from '../../api/http/authenticate.ts';
import { StartError } from '../start-error.ts';
import { bringWhatIsNotReplicated, removeAll } from './bring-the-rest.ts';
import { tablesThatDiffer } from './compare-places.ts';

export interface Move {
  organizationId: string;
  /** One connection, that keeps every other move of the organization away (`moveAlone`). */
  source: Knex;
  target: Knex;
  /** How the target's Postgres reaches the source's. */
  sourceUrl: string;
  /**
   * The ids of the keys that open secrets here; the first seals them, in both cells. Only what begins a move asks, so that
   * one is taken back and cleaned up without any secret.
   */
  sealingKeys(): readonly string[];
  /** The names of the two cells. */
  from: string;
  to: string;
  tell(line: string): void;
  /** Called once it works there, so that whoever comes is led there: again when the move is run again. */
  lead?(): Promise<void>;
  /** Ends the move: before the switch, the organization works on where it was. */
  signal?: AbortSignal | undefined;
  /** For tests: called before each step. */
  before?(step: Step): void;
}

export const steps = [
  'begin',
  'copy',
  'freeze',
  'catch up',
  'compare',
  'leave',
  'arrive',
  'send on',
  'clean up',
] as const;
export type Step = (typeof steps)[number];

const here: Place = { state: 'active', cell: null };
const onItsWay: Place = { state: 'moving', cell: null };
const leavingFor = (cell: string): Place => ({ state: 'moving', cell });
const goneTo = (cell: string): Place => ({ state: 'moved', cell });

// An API process answers whoever it has known for so long without looking, and what it was asked then it answers.
const knownMs = cacheMs + 100;

/** For the connection to the source: a second mover is refused. */
export const moveAlone = (organizationId: string): { name: string; refuse(): Error } => ({
  name: organizationId,
  refuse: () => new StartError('Somebody else moves this organization now: wait for that to end.'),
});

/** Throws a StartError that says what to do when it cannot be moved: then it works where it was. */
export async function moveOrganization(move: Move): Promise<void> {
  const { source, target, organizationId, from, to, before = () => {} } = move;
  const places = {
    ours: await findPlace(source, organizationId),
    theirs: await findPlace(target, organizationId),
  };
  let frozenAt: number | undefined;
  if (!hasStopped(places.ours)) {
    before('begin');
    const tables = await begin(move, places);
    before('copy');
    await copied(move);
    frozenAt = await frozen(move, tables);
  } else if (places.ours.cell !== to)
    throw new StartError(`The organization is in the cell ${places.ours.cell}: move it from there.`);
  if (places.ours?.state !== 'moved') await pause(knownMs);
  before('arrive');
  const hasArrived = await changePlace(target, organizationId, goneTo(from), here);
  if (!hasArrived && (await findPlace(target, organizationId))?.state !== 'active')
    throw new StartError('It has been moved on from there: move it from where it is.');
  if (frozenAt !== undefined) move.tell(`nobody could write for ${Date.now() - frozenAt} ms`);
  try {
    await move.lead?.();
  } finally {
    before('send on');
    await changePlace(source, organizationId, leavingFor(to), goneTo(to));
  }
  before('clean up');
  await endReplication(source, target, organizationId);
}

/** Nothing is served here any more, and it can only go on to where it goes. */
function hasStopped(ours: Place | undefined): ours is Place {
  return ours !== undefined && ours.state !== 'active' && ours.cell !== null;
}

/** Takes a move back that has not come to its switch: what was copied goes, and the organization works on. */
export async function cancelMove(move: Move): Promise<void> {
  const { source, target, organizationId, from } = move;
  const ours = await findPlace(source, organizationId);
  if (!ours || hasStopped(ours))
    throw new StartError('It has moved already: run it to its end, and move it back instead.');
  await endReplication(source, target, organizationId);
  // Any other sign there is of an earlier move.
  const theirs = await findPlace(target, organizationId);
  if (theirs?.state === 'moved' && theirs.cell === from) await removeThere(move);
  await changePlace(source, organizationId, onItsWay, here);
}

/**
 * Removes its rows there. A move from there that was not run to its end still copies: it would take away here what goes
 * there, and all there is, has arrived.
 */
async function removeThere({ source, target, organizationId }: Move): Promise<void> {
  await endReplication(target, source, organizationId);
  await removeAll(target, organizationId);
}

async function begin(
  move: Move,
  { ours, theirs }: { ours: Place | undefined; theirs: Place | undefined },
): Promise<OrganizationTables> {
  const { source, target, organizationId, sourceUrl } = move;
  if (!ours)
    throw new StartError('There is no such organization: `npm run admin -- organizations` lists them.');
  // Where it has been, its sign stands for ever, to whichever cell it went from there.
  if (theirs && theirs.state !== 'moved')
    throw new StartError('The organization is in the other cell as well: it cannot be moved there.');
  const problem =
    (await replicationProblem(source)) ??
    (await source.transaction((tx) => copyingProblem(tx, 'out'))) ??
    (await target.transaction((tx) => copyingProblem(tx, 'in')));
  if (problem) throw new StartError(problem);
  const [there, here] = await Promise.all([target, source].map((owner) => owner.transaction(schemaDigests)));
  if (JSON.stringify(here) !== JSON.stringify(there))
    throw new StartError('The two cells have different migrations: bring both to the same version first.');
  await refuseOldSeals(move);
  // What it left when it was moved from there.
  if (theirs && !(await progressOf(target, organizationId))) await removeThere(move);
  const tables = await source.transaction(readOrganizationTables);
  await bringWhatIsNotReplicated(move, tables);
  await publish(source, organizationId, replicated(tables));
  await subscribe(target, organizationId, sourceUrl);
  return tables;
}

/** What no key opens is as shut there as it is here, and keeps nobody. */
async function refuseOldSeals({ source, organizationId, sealingKeys, tell }: Move): Promise<void> {
  const [present, ...previous] = sealingKeys();
  const used = await source.transaction((tx) => sealingKeysOf(tx, organizationId));
  if (used.some((key) => previous.includes(key)))
    throw new StartError(
      'Some of its secrets are sealed with a previous PLATFORM_SECRET, which the other cell may have given up: run `npm run admin -- reseal` in this cell first.',
    );
  if (used.some((key) => key !== present))
    tell(
      'Some of its secrets are sealed with neither PLATFORM_SECRET nor PLATFORM_SECRET_PREVIOUS, and are moved as they are: `npm run admin -- reseal` names them.',
    );
}

const replicated = ({ own }: OrganizationTables): OrganizationTables['own'] =>
  own.filter(({ name }) => name !== 'organizations');

const lookEveryMs = 200;
const tellEveryMs = 2_000;
const faultsMax = 5;
// What is left behind when the organization is frozen, so that it is caught up with in moments.
const behindBytesMax = 1024 * 1024;

/** Resolves once every table has been copied and follows closely. */
async function copied(move: Move): Promise<void> {
  const { source, target, organizationId, signal, tell } = move;
  const began = await progressOf(target, organizationId);
  for (let toldAt = 0; ;) {
    const progress = await progressOf(target, organizationId);
    const behind = await bytesLeft(move, await endOfLog(source));
    if (!progress || progress.faults > (began?.faults ?? 0) + faultsMax)
      throw new StartError(
        "The rows are not copied: see the log of the other cell's Postgres, then run this again.",
      );
    const isThere = progress.copied === progress.tables && behind < behindBytesMax;
    if (isThere || Date.now() - toldAt > tellEveryMs) {
      const rows = progress.underWay && `, rows of ${progress.underWay}`;
      tell(`${progress.copied} of ${progress.tables} tables${rows}; ${Math.round(behind / 1024)} kB behind`);
      toldAt = Date.now();
    }
    if (isThere) return;
    await pause(lookEveryMs, undefined, { signal });
  }
}

async function bytesLeft({ source, organizationId }: Move, end: string): Promise<number> {
  const behind = await bytesBehind(source, organizationId, end);
  if (behind === undefined)
    throw new StartError(
      'This Postgres no longer keeps what the other cell has not got: take the move back with --cancel, and begin again.',
    );
  return behind;
}

const freezeTriesMax = 5;
const betweenTriesMs = 2_000;
const catchUpMsMax = 30_000;

/**
 * From the freeze to the switch; returns when it was frozen. Whatever goes wrong before the switch, the organization works
 * on where it was.
 */
async function frozen(move: Move, tables: OrganizationTables): Promise<number> {
  const { source, organizationId, to, signal, before = () => {} } = move;
  before('freeze');
  const began = Date.now();
  try {
    await freezeInTime(move);
    before('catch up');
    await caughtUp(move);
    before('compare');
    await bringWhatIsNotReplicated(move, tables);
    const differing = await tablesThatDiffer(move, tables);
    if (differing.length > 0)
      throw new StartError(
        `Nothing has moved: ${differing.join(', ')} would not be the same there. Take it back with --cancel.`,
      );
    signal?.throwIfAborted();
  } catch (fault) {
    await changePlace(source, organizationId, onItsWay, here);
    throw fault;
  }
  before('leave');
  if (!(await changePlace(source, organizationId, onItsWay, leavingFor(to))))
    throw new StartError('Somebody else has changed where the organization is: run this again.');
  return began;
}

async function freezeInTime({ source, organizationId, signal }: Move): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      return await freeze(source, organizationId);
    } catch (fault) {
      if ((fault as { code?: string }).code !== '55P03') throw fault;
      if (tries === freezeTriesMax)
        throw new StartError(
          'One of its transactions does not end: nothing has changed; run this again later.',
        );
      await pause(betweenTriesMs, undefined, { signal });
    }
}

async function caughtUp(move: Move): Promise<void> {
  const end = await endOfLog(move.source);
  const deadline = Date.now() + catchUpMsMax;
  while ((await bytesLeft(move, end)) > 0) {
    if (Date.now() > deadline)
      throw new StartError('The other cell does not catch up: nothing has changed; run this again later.');
    await pause(lookEveryMs / 10, undefined, { signal: move.signal });
  }
}
