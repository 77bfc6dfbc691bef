/** Locks a member before its roles change. */
import { row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface LockedMember {
  /** Null: it was never given any. */
  roles: string[] | null;
  is_active: boolean;
}

export function lockMember(tx: TenantTransaction, id: string): Promise<LockedMember | undefined> {
  return row<LockedMember>(
    tx,
    sql`select roles, is_active from members where organization_id = ${tx.organizationId} and id = ${id} for update`,
  );
}
