/**
 * Moves an organization to another cell while it works: copy, freeze, catch up, compare, switch. What has been done stands
 * in the two databases themselves, so a move that was interrupted, wherever, is gone on with by running it again. At no
 * moment is it served in two places, not even to who only reads: it stops here (503), the answers to who called meanwhile
 * are waited for, it begins there, the proxies lead there, and only then whoever still comes here is sent away (421). Only one program moves it at a time (`Move.source`), and each step that changes who serves it
 * expects what the step before has left.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { changePlace, findPlace, freeze, leaveFor, type Place } from '../../db/cells/places.write.ts';
import {
  bytesBehind,
  endOfLog,
  endReplication,
  progressOf,
  publish,
  subscribe,
} from '../../db/cells/replication.write.ts';
import { countRows } from '../../db/cells/rows.read.ts';
import {
  readOrganizationTables,
  type OrganizationTables,
  type TenantTable,
} from '../../db/cells/tables.read.ts';
import { cacheMs } from '../../api/http/authenticate.ts';
import { StartError } from '../start-error.ts';
import { besidesItself, bringWhatIsNotReplicated, removeAll } from './bring-the-rest.ts';
import { tablesThatDiffer } from './compare-places.ts';
import type { Move } from './move.ts';
import { noSuchOrganization, refuseAnotherMove, refuseBeginning } from './refuse-move.ts';

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
  const isFrozen = places.ours?.state === 'moving';
  let frozenAt: number | undefined;
  if (!hasStopped(places.ours)) {
    before('begin');
    const tables = await begin(move, places);
    const sizes = await sizesOf(move, tables);
    before('copy');
    await copied(move, sizes);
    // One that a mover left frozen is not kept so for longer.
    if (!isFrozen) {
      await rehearsed(move, sizes);
      await copied(move, sizes);
    }
    frozenAt = await frozen(move, tables, sizes);
  } else if (places.ours.cell !== to)
    throw new StartError(`The organization is in the cell ${places.ours.cell}: move it from there.`);
  if (places.ours?.state !== 'moved') await pause(knownMs);
  before('arrive');
  const hasArrived = await changePlace(target, organizationId, goneTo(from), here);
  if (!hasArrived && (await findPlace(target, organizationId))?.state !== 'active')
    throw new StartError('It has been moved on from there: move it from where it is.');
  try {
    await move.lead?.();
    if (frozenAt !== undefined) move.tell(`nobody could write for ${Date.now() - frozenAt} ms`);
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
  const { source, target, organizationId, from, tell } = move;
  const ours = await findPlace(source, organizationId);
  if (!ours) throw new StartError(noSuchOrganization);
  if (hasStopped(ours))
    throw new StartError('It has moved already: run it to its end, and move it back instead.');
  await refuseAnotherMove(move);
  await endReplication(source, target, organizationId);
  // Any other sign there is of an earlier move.
  const theirs = await findPlace(target, organizationId);
  if (theirs?.state === 'moved' && theirs.cell === from) await removeThere(move);
  await changePlace(source, organizationId, onItsWay, here);
  tell(`The move is taken back: the organization works in ${from}, as before.`);
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
  const { source, target, organizationId, sourceUrl, to } = move;
  await refuseBeginning(move, { ours, theirs });
  if (await progressOf(target, organizationId)) await bytesLeft(move, await endOfLog(source));
  // What it left when it was moved from there.
  else if (theirs) await removeThere(move);
  const tables = await source.transaction(readOrganizationTables);
  await bringWhatIsNotReplicated(move, tables);
  await publish(source, organizationId, to, besidesItself(tables));
  await subscribe(target, organizationId, sourceUrl);
  return tables;
}

const lookEveryMs = 200;
const tellEveryMs = 2_000;
const faultsMax = 5;
// What is left behind when the organization is frozen, so that it is caught up with in moments.
const behindBytesMax = 1024 * 1024;

interface Sizes {
  /** How many rows it has, by table. */
  rows: ReadonlyMap<string, number>;
  /** The tables, the longest first. */
  tables: readonly TenantTable[];
}

async function sizesOf({ source, organizationId }: Move, { own }: OrganizationTables): Promise<Sizes> {
  const rows = new Map<string, number>();
  for (const table of own)
    rows.set(table.name, await source.transaction((tx) => countRows(tx, table, organizationId)));
  return { rows, tables: [...own].sort((a, b) => rows.get(b.name)! - rows.get(a.name)!) };
}

/** Resolves once every table has been copied and follows closely. */
async function copied(move: Move, { rows }: Sizes): Promise<void> {
  const { source, target, organizationId, signal, tell } = move;
  const began = await progressOf(target, organizationId);
  const all = [...rows.values()].reduce((sum, count) => sum + count, 0);
  for (let toldAt = 0; ;) {
    const progress = await progressOf(target, organizationId);
    const behind = await bytesLeft(move, await endOfLog(source));
    if (!progress || progress.faults > (began?.faults ?? 0) + faultsMax)
      throw new StartError(
        "The rows are not copied: see the log of the other cell's Postgres, then run this again.",
      );
    const isThere = progress.copied.length === progress.tables && behind < behindBytesMax;
    if (isThere || Date.now() - toldAt > tellEveryMs) {
      const there = progress.copied.reduce((sum, table) => sum + (rows.get(table) ?? 0), 0);
      const underWay = progress.underWay && ` (${progress.underWay})`;
      tell(
        `${progress.copied.length} of ${progress.tables} tables, ${there + progress.rowsUnderWay} of about ${all} rows${underWay}; ${Math.round(behind / 1024)} kB behind`,
      );
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
export const stoppedMsMaxUsual = 60_000;

/**
 * Compares before anybody is stopped for it. What is found says nothing, since it works on; how long it takes does, and
 * what has been read once is read faster.
 */
async function rehearsed(move: Move, { tables }: Sizes): Promise<void> {
  const { stoppedMsMax = stoppedMsMaxUsual, tell } = move;
  const began = Date.now();
  if (!(await tablesThatDiffer(move, tables, stoppedMsMax)))
    throw new StartError(
      `Comparing its rows takes longer than the ${stoppedMsMax / 1000} s for which it may be stopped: it works on where it was, and is still copied. Run this again, since what has been read once is read faster; or allow more with --stopped-at-most.`,
    );
  tell(`comparing takes about ${Date.now() - began} ms`);
}

/**
 * From the freeze to the switch; returns when it was frozen. Whatever goes wrong before the switch, the organization works
 * on where it was.
 */
async function frozen(move: Move, tables: OrganizationTables, sizes: Sizes): Promise<number> {
  const { source, organizationId, to, signal, before = () => {}, stoppedMsMax = stoppedMsMaxUsual } = move;
  before('freeze');
  let began: number;
  let horizon: string;
  try {
    began = await freezeInTime(move);
    before('catch up');
    await caughtUp(move, Math.min(catchUpMsMax, stoppedMsMax));
    before('compare');
    horizon = await bringWhatIsNotReplicated(move, tables);
    const differing = await tablesThatDiffer(move, sizes.tables, began + stoppedMsMax - Date.now());
    if (!differing)
      throw new StartError(
        `Comparing its rows was not over after ${stoppedMsMax / 1000} s: it works on where it was, and is still copied. Run this again when there is less to do, or allow more with --stopped-at-most.`,
      );
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
  if (!(await leaveFor(source, organizationId, to, horizon)))
    throw new StartError('Somebody else has changed where the organization is: run this again.');
  return began;
}

/** Returns when it began. */
async function freezeInTime({ source, organizationId, signal }: Move): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const began = Date.now();
    try {
      await freeze(source, organizationId);
      return began;
    } catch (fault) {
      if ((fault as { code?: string }).code !== '55P03') throw fault;
      if (tries === freezeTriesMax)
        throw new StartError(
          'One of its transactions does not end: nothing has changed; run this again later.',
        );
      await pause(betweenTriesMs, undefined, { signal });
    }
  }
}

async function caughtUp(move: Move, msMax: number): Promise<void> {
  const end = await endOfLog(move.source);
  const deadline = Date.now() + msMax;
  while ((await bytesLeft(move, end)) > 0) {
    if (Date.now() > deadline)
      throw new StartError('The other cell does not catch up: nothing has changed; run this again later.');
    await pause(lookEveryMs / 10, undefined, { signal: move.signal });
  }
}
