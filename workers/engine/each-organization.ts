/** Work for many organizations in turn: one whose work fails keeps back nobody behind it. */
import type { Logger } from 'pino';
import { judgeSqlError } from '../../db/sql-errors.ts';

export interface EachOrganization {
  log: Pick<Logger, 'warn'>;
  /** What the log says of one that failed. */
  failed: string;
}

/** Returns how many failed. Throws while the database is away: then nobody can be served. */
export async function eachOrganization(
  ids: readonly string[],
  { log, failed }: EachOrganization,
  work: (organizationId: string) => Promise<void>,
): Promise<number> {
  let faults = 0;
  for (const id of ids) {
    try {
      await work(id);
    } catch (fault) {
      const verdict = judgeSqlError(fault);
      if (verdict.kind === 'away' && !verdict.organization) throw fault;
      faults += 1;
      log.warn({ err: fault, organization_id: id }, failed);
    }
  }
  return faults;
}
