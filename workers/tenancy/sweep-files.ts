/**
 * Removes uploaded files that nothing names a day after they were uploaded: the upload was killed, or its operation
 * refused. Each is locked while it goes: an upload of the same file waits, is counted anew, and stores its bytes after
 * they were removed. A page of the store is looked through as well, for files that have no row: an earlier version
 * stored them, or the database was restored to before their upload.
 */
import type { Logger } from 'pino';
import { inTenant, setLimits, type Database, type TenantTransaction } from '../../db/database.ts';
import { organizationIds } from '../../db/tenancy/editions.read.ts';
import {
  countFound,
  giveRoomBack,
  lockUnnamed,
  lookedTo,
  nameFiles,
  type StoredFile,
} from '../../db/tenancy/stored-files.write.ts';
import { storedKinds, type ListedFile, type StoredKind } from '../../domain/tenancy/stored-files.ts';
import { eachOrganization } from '../engine/each-organization.ts';

/** The platform's file store, of which this takes away. */
export interface SweptStore {
  remove(key: string): Promise<void>;
  removeDrafts(organizationId: string, before: Date): Promise<void>;
  page(organizationId: string, after: string | null): Promise<ListedFile[]>;
}

// Of one organization and sweep.
const filesMax = 200;
const dayMs = 24 * 3_600_000;
const ofUpload = new RegExp(`^[^/]+/(${storedKinds.join('|')})/([0-9a-f]{64})$`);
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
    await lookThrough(database, organizationId, files);
    let left = filesMax;
    while (left > 0 && (await inTenant(database, { organizationId }, (tx) => removeOne(tx, files))))
      left -= 1;
    await files.removeDrafts(organizationId, new Date(Date.now() - dayMs));
  });
}

/** Counts what the next page of the store has without a row. */
async function lookThrough(database: Database, organizationId: string, files: SweptStore): Promise<void> {
  const after = await inTenant(database, { organizationId }, lookedTo, { readOnly: true });
  const page = await files.page(organizationId, after);
  const dayAgo = new Date(Date.now() - dayMs);
  const found = page.flatMap(({ key, size_bytes, stored_at: at }): StoredFile[] => {
    // A bucket may have what others put there.
    const [, kind, sha256 = ''] = ofUpload.exec(key) ?? [];
    return kind && at < dayAgo && size_bytes > 0 ? [{ kind: kind as StoredKind, sha256, size_bytes }] : [];
  });
  const to = page.at(-1)?.key ?? null;
  await inTenant(database, { organizationId }, (tx) => countFound(tx, found, to));
}

async function removeOne(tx: TenantTransaction, files: SweptStore): Promise<boolean> {
  await setLimits(tx, { idle_in_transaction_session_timeout: storeMsMax });
  const file = await lockUnnamed(tx);
  if (!file) return false;
  if (file.is_named) {
    await nameFiles(tx, [file]);
    return true;
  }
  await files.remove(`${tx.organizationId}/${file.kind}/${file.sha256}`);
  await giveRoomBack(tx, file);
  return true;
}
