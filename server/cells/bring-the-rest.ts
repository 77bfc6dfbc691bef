/**
 * What a move brings by itself: the organization's own row, which says where it is and differs from place to place, what
 * it names of rows that others name as well, and the numbers of what comes next. And what takes everything away.
 */
import type { Knex } from 'knex';
import { findPlace, keepHorizonLeft, setPlace } from '../../db/cells/places.write.ts';
import { beginReading, lastNumber, linesOf, streamHorizon } from '../../db/cells/rows.read.ts';
import {
  beginBringing,
  bringLines,
  continueStream,
  numberPast,
  removeRows,
  waitAtMost,
} from '../../db/cells/rows.write.ts';
import {
  isNumbered,
  readOrganizationTables,
  type NamedTable,
  type OrganizationTables,
  type TenantTable,
} from '../../db/cells/tables.read.ts';
import { StartError } from '../start-error.ts';

interface Places {
  organizationId: string;
  source: Knex;
  target: Knex;
  from: string;
}

// Who brings another organization holds what both name, as a currency, until that one is here; and this one may be frozen.
const lockMsMax = 3_000;

/**
 * At the beginning, and again once nothing changes any more. Until the switch it is elsewhere, to the target. Returns how
 * far its stream had come.
 */
export async function bringWhatIsNotReplicated(
  { organizationId, source, target, from }: Places,
  { own, named }: OrganizationTables,
): Promise<string> {
  const itself = own.find(({ name }) => name === 'organizations')!;
  const numbered = own.filter(isNumbered);
  const { horizon, pieces, lasts } = await source.transaction(async (tx) => {
    await beginReading(tx);
    const read: { table: TenantTable | NamedTable; lines: string[] }[] = [];
    for (const table of [itself, ...named])
      for await (const lines of linesOf(tx, table, organizationId)) read.push({ table, lines });
    const numbers: string[] = [];
    for (const table of numbered) numbers.push(await lastNumber(tx, table));
    return { horizon: await streamHorizon(tx, organizationId), pieces: read, lasts: numbers };
  });
  const bringing = target.transaction(async (tx) => {
    await waitAtMost(tx, lockMsMax);
    const there = await findPlace(tx, organizationId);
    if (there && there.state !== 'moved')
      throw new StartError('The organization works in the other cell: nothing of it was changed there.');
    await removeRows(tx, itself, organizationId);
    await beginBringing(tx);
    for (const { table, lines } of pieces) await bringLines(tx, table, organizationId, lines);
    await setPlace(tx, organizationId, { state: 'moved', cell: from });
    await continueStream(tx, organizationId, horizon);
    for (const [at, table] of numbered.entries()) await numberPast(tx, table, lasts[at]!);
  });
  await bringing.catch((fault: { code?: string }) => {
    if (fault.code !== '55P03') throw fault;
    throw new StartError('Another organization is being brought there: run this again once that has ended.');
  });
  return horizon;
}

/** Every table of an organization but the one of its own row. */
export const besidesItself = ({ own }: OrganizationTables): TenantTable[] =>
  own.filter(({ name }) => name !== 'organizations');

/** Removes everything of an organization from a cell. */
export async function removeAll(owner: Knex, organizationId: string): Promise<number> {
  const tables = await owner.transaction(readOrganizationTables);
  const itself = tables.own.filter(({ name }) => name === 'organizations');
  // Its own row last: as long as it is there, this can be run again.
  return removeEach(owner, organizationId, [...besidesItself(tables), ...itself]);
}

/** The same, but for the row that says where it has gone, and how far its stream had come. */
export async function removeButSign(owner: Knex, organizationId: string): Promise<number> {
  await keepHorizonLeft(owner, organizationId);
  const tables = await owner.transaction(readOrganizationTables);
  return removeEach(owner, organizationId, besidesItself(tables));
}

// A moment's work. With pieces of minutes, that long nobody's events would be told.
const pieceRows = 20_000;

async function removeEach(
  owner: Knex,
  organizationId: string,
  tables: readonly TenantTable[],
): Promise<number> {
  // Within a transaction it ends with that one, at once.
  const most = owner.isTransaction ? undefined : pieceRows;
  let removed = 0;
  for (const table of tables)
    for (let piece = 1; piece > 0; removed += piece)
      piece = await owner.transaction((tx) => removeRows(tx, table, organizationId, most));
  return removed;
}
