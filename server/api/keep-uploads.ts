/** Stores what an organization uploads, once there is room for all of it. */
import type { FileStore, KeptFile } from '../../api/files/file-store.ts';
import { inTenant, type Database } from '../../db/database.ts';
import { takeRoom } from '../../db/tenancy/stored-files.write.ts';
import type { StoredKind } from '../../domain/tenancy/stored-files.ts';

/**
 * The files are counted before their bytes are stored: if this process dies in between, there is a row that names what it
 * left, for the sweep.
 */
export function keepUploads(database: Database, store: FileStore) {
  return async (organizationId: string, files: readonly KeptFile[]): Promise<void> => {
    const counted = files.map(({ key, bytes }) => {
      const [, kind, sha256] = key.split('/');
      return { kind: kind as StoredKind, sha256: sha256!, size_bytes: bytes.length };
    });
    await inTenant(database, { organizationId }, (tx) => takeRoom(tx, counted));
    for (const file of files) await store.put(file);
  };
}
