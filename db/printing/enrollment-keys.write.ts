/** Writes of the keys that enrol hubs. Only the hash of one is kept. */
import { execute, type TenantTransaction } from '../database.ts';
import { sql, values } from '../sql-text.ts';

export interface NewEnrollmentKey {
  id: string;
  name: string;
  warehouse_id?: string | null | undefined;
  expires_at: string;
  /** SHA-256 in hex. */
  key_hash: string;
}

export async function insertEnrollmentKey(
  tx: TenantTransaction,
  organizationId: string,
  { key_hash: hash, ...words }: NewEnrollmentKey,
): Promise<void> {
  const record = { ...words, organization_id: organizationId, key_hash: Buffer.from(hash, 'hex') };
  await execute(tx, sql`insert into hub_enrollment_keys ${values(record)}`);
}
