/** Whether an organization's rows are the same in two databases, table by table. */
import type { Knex } from 'knex';
import { beginReading, digestOf, type TableDigest } from '../../db/cells/rows.read.ts';
import type { OrganizationTables } from '../../db/cells/tables.read.ts';

interface Places {
  organizationId: string;
  source: Knex;
  target: Knex;
}

/** The names of the tables whose rows differ, by their number or by the sum of their hashes. */
export async function tablesThatDiffer(
  { source, target, organizationId }: Places,
  { own }: OrganizationTables,
): Promise<string[]> {
  const digests = (owner: Knex): Promise<TableDigest[]> =>
    owner.transaction(async (tx) => {
      await beginReading(tx);
      const found: TableDigest[] = [];
      for (const table of own) found.push(await digestOf(tx, table, organizationId));
      return found;
    });
  const [ours, theirs] = await Promise.all([digests(source), digests(target)]);
  const differs = (at: number): boolean =>
    ours[at]!.rows !== theirs[at]!.rows || ours[at]!.hash !== theirs[at]!.hash;
  return own.filter((_table, at) => differs(at)).map(({ name }) => name);
}
