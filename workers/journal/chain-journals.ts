/** Every minute: adds the entries posted since to the hash chain of their organization's journal. */
import { chainJournal } from '../../db/journal/journal-chain.write.ts';
import { inTenant, type Database } from '../../db/database.ts';
import { organizationsOfEdition } from '../../db/tenancy/editions.read.ts';

// A second or two of hashing; a large backlog is worked off over several minutes.
const entriesMax = 10_000;

/** Safe in several processes at once: an organization's chain is extended under its own lock. */
export async function chainJournals({ database }: { database: Database }): Promise<void> {
  for (const edition of ['standard', 'three_pl'] as const) {
    for (const organizationId of await organizationsOfEdition(database, edition))
      await inTenant(database, { organizationId }, (tx) => chainJournal(tx, entriesMax));
  }
}
