/** Every minute: adds the entries posted since to the hash chain of their organization's journal. */
import { chainJournal } from '../../db/journal/journal-chain.write.ts';
import { inTenant, type Database } from '../../db/database.ts';
import { organizationsOfEdition } from '../../db/tenancy/editions.read.ts';

// A second or two of hashing in one transaction.
const entriesMax = 10_000;
// One organization's share of a run: what comes in faster than that is caught up with when less does.
const partsMax = 10;

/** Safe in several processes at once: an organization's chain is extended under its own lock. */
export async function chainJournals({ database }: { database: Database }): Promise<void> {
  for (const edition of ['standard', 'three_pl'] as const) {
    for (const organizationId of await organizationsOfEdition(database, edition))
      await chainUp(database, organizationId);
  }
}

/** Until nothing is left: a minute may bring more than fits into one transaction. */
async function chainUp(database: Database, organizationId: string): Promise<void> {
  for (let part = 0; part < partsMax; part += 1) {
    const chained = await inTenant(database, { organizationId }, (tx) => chainJournal(tx, entriesMax));
    if (chained < entriesMax) return;
  }
}
