/**
 * Every hour: sums the past days and months of each organization's journal for its reports, and proves these sums. They
 * are never evidence: one that does not agree with its lines is removed and reported at `error`, and without any every
 * report is the same and takes longer (0665_journal_closings.ts).
 */
import type { Logger } from 'pino';
import { inTenant, type Database } from '../../db/database.ts';
import { journalClosingsDue, journalProofsDue } from '../../db/journal/journal-closings.read.ts';
import { closeJournal, proveJournalClosing } from '../../db/journal/journal-closings.write.ts';
import { organizationIds } from '../../db/tenancy/editions.read.ts';
import { eachOrganization } from '../engine/each-organization.ts';

interface Bounds {
  /** How many lines of a day or month make a closing worth its rows. */
  dayLinesMin: number;
  monthLinesMin: number;
  /** Per organization and run; the rest is done an hour later. */
  closingsMax: number;
  proofsMax: number;
}

const usual: Bounds = { dayLinesMin: 500, monthLinesMin: 2_000, closingsMax: 200, proofsMax: 24 };

/** Safe in several processes at once: a month is summed under a lock of its own. */
export async function closeAllBooks(
  { database, log }: { database: Database; log: Pick<Logger, 'error' | 'warn'> },
  bounds: Partial<Bounds> = {},
): Promise<void> {
  const failed = 'the books of an organization could not be summed and will be';
  await eachOrganization(await organizationIds(database), { log, failed }, (organizationId) =>
    closeBooks({ database, log }, organizationId, bounds),
  );
}

/** The same for one organization. */
export async function closeBooks(
  { database, log }: { database: Database; log: Pick<Logger, 'error'> },
  organizationId: string,
  bounds: Partial<Bounds> = {},
): Promise<void> {
  const { closingsMax, proofsMax, ...linesMin } = { ...usual, ...bounds };
  const scope = { organizationId };
  const due = await inTenant(database, scope, (tx) =>
    journalClosingsDue(tx, { ...linesMin, atMost: closingsMax }),
  );
  for (const span of due) await inTenant(database, scope, (tx) => closeJournal(tx, span));
  const unproved = await inTenant(database, scope, (tx) => journalProofsDue(tx, proofsMax));
  for (const span of unproved) {
    if (await inTenant(database, scope, (tx) => proveJournalClosing(tx, span))) continue;
    const said =
      'a closing of the books did not agree with its lines and was removed: somebody changed one of them';
    log.error({ organization_id: organizationId, ...span }, said);
  }
}
