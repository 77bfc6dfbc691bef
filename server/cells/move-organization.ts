/**
 * Moves an organization to another cell while it works: copy, freeze, catch up, compare, switch. What has been done stands
 * in the two databases themselves, so a move that was interrupted, wherever, is gone on with by running it again. At no
 * moment is it served in two places: until the switch the target says that it is at the source, after it the source says
 * that it is at the target.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { findPlace, freeze, setPlace, type Place } from '../../db/cells/places.write.ts';
import {
  bytesBehind,
  endOfLog,
  endReplication,
  progressOf,
  publish,
  replicationProblem,
  subscribe,
} from '../../db/cells/replication.write.ts';
import { beginReading, digestOf, schemaDigests, type TableDigest } from '../../db/cells/rows.read.ts';
import { removeRows } from '../../db/cells/rows.write.ts';
import { readOrganizationTables, type OrganizationTables } from '../../db/cells/tables.read.ts';
import { copyingProblem } from '../../db/cells/whole-database.ts';
import { StartError } from '../start-error.ts';
import { bringWhatIsNotReplicated } from './bring-the-rest.ts';

export interface Move {
  organizationId: string;
  source: Knex;
  target: Knex;
  /** How the target's Postgres reaches the source's. */
  sourceUrl: string;
  /** The names of the two cells. */
  from: string;
  to: string;
  tell(line: string): void;
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
  'clean up',
] as const;
export type Step = (typeof steps)[number];

/** Throws a StartError that says what to do when it cannot be moved: then it works where it was. */
export async function moveOrganization(move: Move): Promise<void> {
  const { source, target, organizationId, before = () => {} } = move;
  const places = {
    here: await findPlace(source, organizationId),
    there: await findPlace(target, organizationId),
  };
  if (places.here?.state !== 'moved') {
    before('begin');
    const tables = await begin(move, places);
    before('copy');
    await copied(move);
    await frozen(move, tables);
  } else if (places.here.cell !== move.to)
    throw new StartError(`The organization is in the cell ${places.here.cell}: move it from there.`);
  before('arrive');
  await setPlace(target, organizationId, { state: 'active', cell: null });
  move.tell(`It works in ${move.to} now. Change the proxy's table.`);
  before('clean up');
  await endReplication(source, target, organizationId);
}

/** Takes a move back that has not come to its switch: what was copied goes, and the organization works on. */
export async function cancelMove(move: Move): Promise<void> {
  const { source, target, organizationId } = move;
  const here = await findPlace(source, organizationId);
  if (!here || here.state === 'moved') throw new StartError('It has moved already: move it back instead.');
  await endReplication(source, target, organizationId);
  if (isOnItsWay(move, await findPlace(target, organizationId))) await removeAll(target, organizationId);
  await setPlace(source, organizationId, { state: 'active', cell: null });
}

const isOnItsWay = ({ from }: Move, there: Place | undefined): boolean =>
  there?.state === 'moved' && there.cell === from;

async function begin(
  move: Move,
  { here, there }: { here: Place | undefined; there: Place | undefined },
): Promise<OrganizationTables> {
  const { source, target, organizationId, sourceUrl } = move;
  if (!here)
    throw new StartError('There is no such organization: `npm run admin -- organizations` lists them.');
  if (there && !isOnItsWay(move, there))
    throw new StartError('The organization is in the other cell as well: it cannot be moved there.');
  const problem =
    (await replicationProblem(source)) ??
    (await source.transaction((tx) => copyingProblem(tx, 'out'))) ??
    (await target.transaction((tx) => copyingProblem(tx, 'in')));
  if (problem) throw new StartError(problem);
  const [ours, theirs] = await Promise.all([source, target].map((owner) => owner.transaction(schemaDigests)));
  if (JSON.stringify(ours) !== JSON.stringify(theirs))
    throw new StartError('The two cells have different migrations: bring both to the same version first.');
  // What it left when it was moved from there.
  if (there && !(await progressOf(target, organizationId))) await removeAll(target, organizationId);
  const tables = await source.transaction(readOrganizationTables);
  await bringWhatIsNotReplicated(move, tables);
  await publish(source, organizationId, replicated(tables));
  await subscribe(target, organizationId, sourceUrl);
  return tables;
}

const replicated = ({ own }: OrganizationTables): OrganizationTables['own'] =>
  own.filter(({ name }) => name !== 'organizations');

const lookEveryMs = 200;
const faultsMax = 5;
// What is left behind when the organization is frozen, so that it is caught up with in moments.
const behindBytesMax = 1024 * 1024;

/** Resolves once every table has been copied and follows closely. */
async function copied({ source, target, organizationId, tell }: Move): Promise<void> {
  const began = await progressOf(target, organizationId);
  for (let told = 0; ;) {
    const progress = await progressOf(target, organizationId);
    const behind = await bytesBehind(source, organizationId, await endOfLog(source));
    if (!progress || progress.faults > (began?.faults ?? 0) + faultsMax)
      throw new StartError(
        "The rows are not copied: see the log of the other cell's Postgres, then run this again.",
      );
    const isThere = progress.copied === progress.tables && behind < behindBytesMax;
    if (isThere || Date.now() - told > 2_000) {
      tell(`copied: ${progress.copied} of ${progress.tables} tables; ${Math.round(behind / 1024)} kB behind`);
      told = Date.now();
    }
    if (isThere) return;
    await pause(lookEveryMs);
  }
}

const freezeTriesMax = 5;
const betweenTriesMs = 2_000;
const catchUpMsMax = 30_000;

/** From the freeze to the switch. Whatever goes wrong before the switch, the organization works on where it was. */
async function frozen(move: Move, tables: OrganizationTables): Promise<void> {
  const { source, organizationId, to, tell, before = () => {} } = move;
  before('freeze');
  const began = Date.now();
  for (let tries = 1; ; tries += 1)
    try {
      await freeze(source, organizationId);
      break;
    } catch (fault) {
      if (tries === freezeTriesMax || (fault as { code?: string }).code !== '55P03') throw fault;
      await pause(betweenTriesMs);
    }
  try {
    before('catch up');
    await caughtUp(move);
    before('compare');
    await bringWhatIsNotReplicated(move, tables);
    await compare(move, tables);
  } catch (fault) {
    await setPlace(source, organizationId, { state: 'active', cell: null });
    throw fault;
  }
  before('leave');
  await setPlace(source, organizationId, { state: 'moved', cell: to });
  tell(`nobody could write for ${Date.now() - began} ms`);
}

async function caughtUp({ source, organizationId }: Move): Promise<void> {
  const end = await endOfLog(source);
  const deadline = Date.now() + catchUpMsMax;
  while ((await bytesBehind(source, organizationId, end)) > 0) {
    if (Date.now() > deadline)
      throw new StartError('The other cell does not catch up: nothing has changed; run this again later.');
    await pause(lookEveryMs / 10);
  }
}

async function compare({ source, target, organizationId }: Move, { own }: OrganizationTables): Promise<void> {
  const [here, there] = await Promise.all(
    [source, target].map((owner) =>
      owner.transaction(async (tx) => {
        await beginReading(tx);
        const digests: TableDigest[] = [];
        for (const table of own) digests.push(await digestOf(tx, table, organizationId));
        return digests;
      }),
    ),
  );
  const differing = own.filter(
    (_table, at) => here![at]!.rows !== there![at]!.rows || here![at]!.hash !== there![at]!.hash,
  );
  if (differing.length > 0)
    throw new StartError(
      `Nothing has moved: ${differing.map(({ name }) => name).join(', ')} would not be the same there. Take it back with --cancel.`,
    );
}

/** Removes everything of an organization from a cell but, if it `leavesSign`, the row that says where it has gone. */
export async function removeAll(owner: Knex, organizationId: string, leavesSign = false): Promise<number> {
  const { own } = await owner.transaction(readOrganizationTables);
  let removed = 0;
  // Its own row last: as long as it is there, this can be run again.
  const rest = own.filter(({ name }) => name !== 'organizations');
  const last = leavesSign ? [] : own.filter(({ name }) => name === 'organizations');
  for (const table of [...rest, ...last])
    removed += await owner.transaction((tx) => removeRows(tx, table, organizationId));
  return removed;
}
