/**
 * Reads that travel together. Commands of a group are answered at the same moment, and each answer reads its document
 * back: those of one organization and merchant share a connection, which is taken and given back once for all of them.
 * Nobody waits for company: what is asked in one turn of the event loop is read in the next.
 */
import { readTenant, type Database, type TenantScope, type TenantTransaction } from './database.ts';
import { TenantReading } from './driver/tenant-reading.ts';

// in_failed_sql_transaction: the read was made together with others and failed, which may be the fault of any of them.
const transactionAborted = '25P02';

interface Gathering<D> {
  ids: Set<string>;
  found: Promise<ReadonlyMap<string, D>>;
}

/**
 * The read of one of what `findMany` finds by id: those asked for at the same moment in one transaction, as the answers of
 * a group are, are read by one statement a table.
 */
export function readTogether<D>(
  findMany: (tx: TenantTransaction, ids: readonly string[]) => Promise<ReadonlyMap<string, D>>,
): (tx: TenantTransaction, id: string) => Promise<D | undefined> {
  const gatherings = new WeakMap<TenantTransaction, Gathering<D>>();

  /** Reads, a moment later, all that was asked for by then. */
  const gather = (tx: TenantTransaction): Gathering<D> => {
    const ids = new Set<string>();
    const found = Promise.resolve().then(() => {
      gatherings.delete(tx);
      return findMany(plannedOnce(tx), [...ids]);
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

/** Of a read, what it sends by ids is planned once, as `planOnce` says of a transaction, which stays as it is. */
function plannedOnce(tx: TenantTransaction): TenantTransaction {
  const reading: unknown = tx;
  if (!(reading instanceof TenantReading)) return tx;
  return reading.planned('force_generic_plan') as unknown as TenantTransaction;
}

export interface SharedReads {
  /** Reads on a connection that other reads may share. Only for short ones: they are answered one after another. */
  read<T>(scope: TenantScope, read: Read<T>): Promise<T>;
}

type Read<T> = (tx: TenantTransaction) => Promise<T>;

interface Asked {
  /** Answers the caller; rejects when the read has to be tried by itself. */
  run(tx: TenantTransaction): Promise<void>;
  /** Answers the caller from a transaction of its own. Never rejects. */
  alone(): Promise<void>;
  fail(fault: unknown): void;
}

// The last of them waits for the statements of all before it: a few milliseconds.
const togetherMax = 32;

export function createSharedReads(database: Database): SharedReads {
  const gathering = new Map<string, Asked[]>();

  const start = async (scope: TenantScope, asked: readonly Asked[]): Promise<void> => {
    const [only] = asked;
    if (asked.length === 1) return only!.alone();
    const left = new Set(asked);
    const runAll = (tx: TenantTransaction): Promise<unknown> =>
      Promise.allSettled(asked.map((one) => one.run(tx).then(() => left.delete(one))));
    try {
      await readTenant(database, scope, runAll);
    } catch (fault) {
      for (const one of left) one.fail(fault);
      return;
    }
    // Whoever has no answer yet reads by itself.
    await Promise.all([...left].map((one) => one.alone()));
  };

  return {
    read: <T>(scope: TenantScope, read: Read<T>) =>
      new Promise<T>((resolve, reject) => {
        const asked: Asked = {
          run: (tx) =>
            read(tx).then(resolve, (fault: Error & { code?: string }) => {
              if (fault.code === transactionAborted) throw fault;
              reject(fault);
            }),
          alone: () => readTenant(database, scope, read).then(resolve, reject),
          fail: reject,
        };
        const key = `${scope.organizationId}/${scope.merchantId ?? ''}`;
        const known = gathering.get(key);
        if (known && known.length < togetherMax) {
          known.push(asked);
          return;
        }
        const group = [asked];
        gathering.set(key, group);
        setImmediate(() => {
          if (gathering.get(key) === group) gathering.delete(key);
          void start(scope, group);
        });
      }),
  };
}
