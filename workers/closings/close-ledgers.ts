/**
 * Every hour: closes each organization's ledger where that saves its readers work, and proves the closings. It closes at
 * the last midnight and at the first moments of the 1st, 8th, 15th and 22nd of a month (UTC). The newest nights are kept,
 * the four of a month for 400 days, the first of a month for good (0215_closings.ts).
 *
 * A closing saves reading and is never evidence: where the short sum differs from the balances, the whole ledger answers.
 * Each is proved once a day against the one before it and the entries between; if every link holds, the ledger does. So
 * an entry changed behind the append-only trigger, or a balance together with every closing, is found within a day.
 */
import type { Logger } from 'pino';
import { closingDue, proofsDue } from '../../db/closings/closings.read.ts';
import { closeInventory, proveClosing, thinClosings } from '../../db/closings/closings.write.ts';
import { inTenant, type Database } from '../../db/database.ts';
import { organizationIds } from '../../db/tenancy/editions.read.ts';
import { eachOrganization } from '../engine/each-organization.ts';

interface Bounds {
  /** The number of entries since the previous closing that makes a new one worth its rows. */
  entriesMin: number;
  /** Per organization and run; the rest is done an hour later. */
  closingsMax: number;
  proofsMax: number;
  /** Nightly closings kept in addition to the four of every month. */
  newestKept: number;
}

const usual: Bounds = { entriesMin: 10_000, closingsMax: 12, proofsMax: 12, newestKept: 7 };

/** Safe in several processes at once: each organization's closings are made and proved under a lock of their own. */
export async function closeLedgers(
  { database, log }: { database: Database; log: Pick<Logger, 'error' | 'warn'> },
  bounds: Partial<Bounds> = {},
): Promise<void> {
  const failed = 'the ledger of an organization could not be closed and will be';
  await eachOrganization(await organizationIds(database), { log, failed }, (organizationId) =>
    closeLedger({ database, log }, organizationId, bounds),
  );
}

/** The same for one organization. */
export async function closeLedger(
  { database, log }: { database: Database; log: Pick<Logger, 'error'> },
  organizationId: string,
  bounds: Partial<Bounds> = {},
): Promise<void> {
  const { entriesMin, closingsMax, proofsMax, newestKept } = { ...usual, ...bounds };
  const scope = { organizationId };
  let made = 0;
  // One at a time: which is due next depends on how many entries came since the one just made.
  for (; made < closingsMax; made += 1) {
    const moment = await inTenant(database, scope, (tx) => closingDue(tx, { entriesMin }));
    if (moment === undefined) break;
    await inTenant(database, scope, (tx) => closeInventory(tx, moment));
  }
  if (made > 0) await inTenant(database, scope, (tx) => thinClosings(tx, newestKept));
  const unproved = await inTenant(database, scope, (tx) => proofsDue(tx, proofsMax));
  for (const moment of unproved) {
    if (await inTenant(database, scope, (tx) => proveClosing(tx, moment))) continue;
    const said =
      'a closing of the ledger did not agree with its entries and was removed: somebody changed one of them';
    log.error({ organization_id: organizationId, closed_through: moment }, said);
    return;
  }
}
