/**
 * Documents asked for by id at the same moment in one transaction, as the answers of a group are (`shared-reads.ts`),
 * are read together: one statement a table, however many they are.
 */
import type { TenantTransaction } from './database.ts';

// in_failed_sql_transaction: whoever reads it tries once more, alone.
export const transactionAborted = '25P02';

interface Gathering<D> {
  ids: Set<string>;
  found: Promise<ReadonlyMap<string, D>>;
}

/** The read of one of what `findMany` finds by id. If it fails for several, nothing says whose fault it was. */
export function readTogether<D>(
  findMany: (tx: TenantTransaction, ids: readonly string[]) => Promise<ReadonlyMap<string, D>>,
): (tx: TenantTransaction, id: string) => Promise<D | undefined> {
  const gatherings = new WeakMap<TenantTransaction, Gathering<D>>();

  /** Reads, a moment later, all that was asked for by then. */
  const gather = (tx: TenantTransaction): Gathering<D> => {
    const ids = new Set<string>();
    const found = Promise.resolve().then(() => {
      gatherings.delete(tx);
      return findMany(tx, [...ids]);
    });
    const gathering = { ids, found };
    gatherings.set(tx, gathering);
    return gathering;
  };

  return async (tx, id) => {
    const gathering = gatherings.get(tx) ?? gather(tx);
    const wanted = id.toLowerCase();
    gathering.ids.add(wanted);
    try {
      return (await gathering.found).get(wanted);
    } catch (fault) {
      if (gathering.ids.size === 1) throw fault;
      throw Object.assign(new Error('What was read together failed.', { cause: fault }), {
        code: transactionAborted,
      });
    }
  };
}
