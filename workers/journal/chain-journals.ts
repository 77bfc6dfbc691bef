/** Every minute: adds the entries posted since to the hash chain of their organization's journal. */
import type { Logger } from 'pino';
import { chainJournal } from '../../db/journal/journal-chain.write.ts';
import { inTenant, type Database } from '../../db/database.ts';
import { organizationIds } from '../../db/tenancy/editions.read.ts';
import { eachOrganization } from '../engine/each-organization.ts';

// A second or two of hashing in one transaction.
const entriesMax = 10_000;
// One organization's share of a run: what comes in faster than that is caught up with when less does.
const partsMax = 10;

/** Safe in several processes at once: an organization's chain is extended under its own lock. */
export async function chainJournals({
  database,
  log,
}: {
  database: Database;
  log: Pick<Logger, 'warn'>;
}): Promise<void> {
  const failed = 'the journal of an organization could not be chained and will be';
  await eachOrganization(await organizationIds(database), { log, failed }, (organizationId) =>
    chainUp(database, organizationId),
  );
}

/** Until nothing is left: a minute may bring more than fits into one transaction. */
async function chainUp(database: Database, organizationId: string): Promise<void> {
  for (let part = 0; part < partsMax; part += 1) {
    const chained = await inTenant(database, { organizationId }, (tx) => chainJournal(tx, entriesMax));
    if (chained < entriesMax) return;
  }
}
