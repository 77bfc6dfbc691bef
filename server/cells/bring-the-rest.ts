/**
 * What a move brings by itself: the organization's own row, which says where it is and differs from place to place, what
 * it names of rows that others name as well, and the numbers of what comes next.
 */
import type { Knex } from 'knex';
import { setPlace } from '../../db/cells/places.write.ts';
import { beginReading, linesOf, streamHorizon } from '../../db/cells/rows.read.ts';
import {
  beginBringing,
  bringLines,
  continueStream,
  numberPast,
  removeRows,
} from '../../db/cells/rows.write.ts';
import type { NamedTable, OrganizationTables, TenantTable } from '../../db/cells/tables.read.ts';

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
    await removeRows(tx, itself, organizationId);
    await beginBringing(tx);
    for (const { table, lines } of pieces) await bringLines(tx, table, organizationId, lines);
    await setPlace(tx, organizationId, { state: 'moved', cell: from });
    await continueStream(tx, organizationId, horizon);
    for (const table of own) await numberPast(tx, table, organizationId);
  });
}
