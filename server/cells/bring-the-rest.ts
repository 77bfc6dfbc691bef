/**
 * What a move brings by itself: the organization's own row, which says where it is and differs from place to place, what
 * it names of rows that others name as well, and the numbers of what comes next. And what takes everything away.
 */
import type { Knex } from 'knex';
import { findPlace, setPlace } from '../../db/cells/places.write.ts';
import { beginReading, linesOf, streamHorizon } from '../../db/cells/rows.read.ts';
import {
  beginBringing,
  bringLines,
  continueStream,
  numberPast,
  removeRows,
} from '../../db/cells/rows.write.ts';
import {
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

/** At the beginning, and again once nothing changes any more. Until the switch it is elsewhere, to the target. */
export async function bringWhatIsNotReplicated(
  { organizationId, source, target, from }: Places,
  { own, named }: OrganizationTables,
): Promise<void> {
  const itself = own.find(({ name }) => name === 'organizations')!;
  const { horizon, pieces } = await source.transaction(async (tx) => {
    await beginReading(tx);
    const read: { table: TenantTable | NamedTable; lines: string[] }[] = [];
    for (const table of [itself, ...named])
      for await (const lines of linesOf(tx, table, organizationId)) read.push({ table, lines });
    return { horizon: await streamHorizon(tx, organizationId), pieces: read };
  });
  await target.transaction(async (tx) => {
    const there = await findPlace(tx, organizationId);
    if (there && there.state !== 'moved')
      throw new StartError('The organization works in the other cell: nothing of it was changed there.');
    await removeRows(tx, itself, organizationId);
    await beginBringing(tx);
    for (const { table, lines } of pieces) await bringLines(tx, table, organizationId, lines);
    await setPlace(tx, organizationId, { state: 'moved', cell: from });
    await continueStream(tx, organizationId, horizon);
    for (const table of own) await numberPast(tx, table, organizationId);
  });
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
