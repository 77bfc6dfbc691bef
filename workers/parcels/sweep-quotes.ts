/** Every hour: lets go what carriers quoted and nobody bought, once it has been over for a day. */
import type { Database } from '../../db/database.ts';
import { removeOldQuotes } from '../../db/parcels/old-quotes.write.ts';

// The rest goes with the next sweep.
const batchesMax = 100;

export async function sweepQuotes({ database }: { database: Database }): Promise<void> {
  for (let batch = 0; batch < batchesMax; batch += 1) if ((await removeOldQuotes(database)) === 0) return;
}
