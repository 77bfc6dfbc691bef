/** Whether an organization's rows are the same in two databases, table by table, several at once. */
import type { Knex } from 'knex';
import { beginReading, digestOf, limitReading } from '../../db/cells/rows.read.ts';
import type { TenantTable } from '../../db/cells/tables.read.ts';
import { withConnections } from '../../db/cells/whole-database.ts';
import type { Move } from './move.ts';

/** In each database. */
export const tablesAtOnce = 4;
const tellEveryMs = 2_000;
const limitAgainMs = 500;

/**
 * The names of the tables whose rows differ, by their number or by the sum of their hashes; undefined if that was not known
 * in time. Of the tables, the longest should come first.
 */
export async function tablesThatDiffer(
  { organizationId, sourceUrl, target, signal, tell }: Move,
  tables: readonly TenantTable[],
  msMax: number,
): Promise<string[] | undefined> {
  const deadline = Date.now() + msMax;
  const differing: string[] = [];
  const waiting = [...tables];
  let compared = 0;
  const compareAll = async (ours: Knex.Transaction, theirs: Knex.Transaction): Promise<void> => {
    await Promise.all([ours, theirs].map(beginReading));
    let limitedAt = 0;
    for (let table = waiting.shift(); table; table = waiting.shift()) {
      signal?.throwIfAborted();
      if (Date.now() - limitedAt > limitAgainMs) {
        limitedAt = Date.now();
        await Promise.all([ours, theirs].map((tx) => limitReading(tx, Math.max(1, deadline - limitedAt))));
      }
      const [here, there] = await allEnded([ours, theirs].map((tx) => digestOf(tx, table, organizationId)));
      if (here!.rows !== there!.rows || here!.hash !== there!.hash) differing.push(table.name);
      compared += 1;
    }
  };
  const leaveTheRest = (fault: unknown): never => {
    waiting.length = 0;
    throw fault;
  };
  const say = (): void => tell(`compared ${compared} of ${tables.length} tables`);
  const telling = setInterval(say, tellEveryMs);
  try {
    // The move's own connection to the source is a single one.
    await withConnections(sourceUrl, tablesAtOnce, (source) =>
      allEnded(
        Array.from({ length: tablesAtOnce }, () =>
          source
            .transaction((ours) => target.transaction((theirs) => compareAll(ours, theirs)))
            .catch(leaveTheRest),
        ),
      ),
    );
    return differing;
  } catch (fault) {
    // A statement that was cancelled at the deadline.
    if ((fault as { code?: string }).code === '57014') return undefined;
    throw fault;
  } finally {
    clearInterval(telling);
  }
}

/** Fails once all have ended: nothing is under way any more when the connections are closed. */
async function allEnded<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
