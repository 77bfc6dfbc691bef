/**
 * Looks up what a stranger names, many at a time: those who ask while a look-up is running share the next one, so a flood
 * holds two connections and not all of them. Each sees things as they are after it asked: nothing is cached and nothing
 * goes stale.
 */

/** Finds what has the key. */
export type LookUp<T> = (key: string) => Promise<T | undefined>;

const keysMax = 100;
// While one look-up waits for the database, the next is assembled.
const lookUpsAtOnce = 2;

interface Waiting<T> {
  key: string;
  resolve(found: T | undefined): void;
  reject(fault: unknown): void;
}

/** `findMany` is asked for each key once, for a hundred at most. */
export function shareLookUps<T>(
  findMany: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): LookUp<T> {
  const waiting: Waiting<T>[] = [];
  let running = 0;

  const runBatch = async (): Promise<void> => {
    if (running >= lookUpsAtOnce || waiting.length === 0) return;
    const batch = waiting.splice(0, keysMax);
    running += 1;
    try {
      const found = await findMany([...new Set(batch.map(({ key }) => key))]);
      for (const { key, resolve } of batch) resolve(found.get(key));
    } catch (fault) {
      for (const { reject } of batch) reject(fault);
    } finally {
      running -= 1;
      if (waiting.length > 0) void runBatch();
    }
  };

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      setImmediate(() => void runBatch());
    });
}
