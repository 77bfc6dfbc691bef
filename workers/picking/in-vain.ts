/** Locks that turn out to be for nothing. */
import { inSavepoint, type TenantTransaction } from '../../db/database.ts';

class InVain<T> extends Error {
  readonly taken: T;

  constructor(taken: T) {
    super();
    this.taken = taken;
  }
}

/** What was locked in vain, because others had taken it, is let go again: holding it, one could wait for nothing before it. */
export async function unlessInVain<T>(
  tx: TenantTransaction,
  take: () => Promise<T>,
  isInVain: (taken: T) => boolean,
): Promise<T> {
  try {
    return await inSavepoint(tx, async () => {
      const taken = await take();
      if (isInVain(taken)) throw new InVain(taken);
      return taken;
    });
  } catch (fault) {
    if (fault instanceof InVain) return fault.taken as T;
    throw fault;
  }
}
