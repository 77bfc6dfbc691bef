/**
 * Removes uploaded files that nothing names a day after they were uploaded: the upload was killed, or its operation
 * refused. Each is locked while it goes: an upload of the same file waits, is counted anew, and stores its bytes after
 * they were removed.
 */
import type { Logger } from 'pino';
import { inTenant, setLimits, type Database, type TenantTransaction } from '../../db/database.ts';
import { organizationIds } from '../../db/tenancy/editions.read.ts';
import { giveRoomBack, lockUnnamed } from '../../db/tenancy/stored-files.write.ts';
import { eachOrganization } from '../engine/each-organization.ts';

/** The platform's file store, of which this takes away. */
export interface SweptStore {
  remove(key: string): Promise<void>;
  removeDrafts(organizationId: string, before: Date): Promise<void>;
}

// Of one organization and sweep.
const filesMax = 500;
const dayMs = 24 * 3_600_000;
// The store answers within 20 s, or the file stays for the next sweep.
const storeMsMax = '60s';

export async function sweepFiles({
  database,
  files,
  log,
}: {
  database: Database;
  files: SweptStore | undefined;
  log: Pick<Logger, 'warn'>;
}): Promise<void> {
  if (!files) return;
  const failed = 'files that nothing names could not be removed';
  await eachOrganization(await organizationIds(database), { log, failed }, async (organizationId) => {
    let left = filesMax;
    while (left > 0 && (await inTenant(database, { organizationId }, (tx) => removeOne(tx, files)))) left -= 1;
    await files.removeDrafts(organizationId, new Date(Date.now() - dayMs));
  });
}

async function removeOne(tx: TenantTransaction, files: SweptStore): Promise<boolean> {
  await setLimits(tx, { idle_in_transaction_session_timeout: storeMsMax });
  const file = await lockUnnamed(tx);
  if (!file) return false;
  await files.remove(`${tx.organizationId}/${file.kind}/${file.sha256}`);
  await giveRoomBack(tx, file);
  return true;
}
