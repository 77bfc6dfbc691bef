/** Writes the reason codes an organization accepts for manual stock changes. */
import { execute, row, type TenantTransaction } from '../database.ts';
import { assignments, sql, values } from '../sql-text.ts';

/** What a new organization starts with; it may add its own and deactivate these. */
const defaults: Record<string, string> = {
  damage: 'Damaged in the warehouse',
  lost: 'Not found where it should be',
  found: 'Found where it should not be',
  count: 'Difference of a count',
  expired: 'Past its expiry date',
  correction: 'Correction of a booking',
  sample: 'Taken or held as a sample',
  return: 'Returned goods',
};

/** Creates an organization's default reason codes. Repeating it changes nothing. */
export async function insertDefaultReasonCodes(tx: TenantTransaction): Promise<void> {
  const records = Object.entries(defaults).map(([code, description]) => ({
    organization_id: tx.organizationId,
    code,
    description,
  }));
  await execute(
    tx,
    sql`insert into reason_codes ${values(records)} on conflict (organization_id, code) do nothing`,
  );
}

/** Adds a reason code. */
export async function insertReasonCode(tx: TenantTransaction, reason: object): Promise<void> {
  await execute(
    tx,
    sql`insert into reason_codes ${values({ ...reason, organization_id: tx.organizationId })}`,
  );
}

/** Changes a reason code; an empty change is not an error. False when there is no such code. */
export async function changeReasonCode(
  tx: TenantTransaction,
  code: string,
  changes: object,
): Promise<boolean> {
  const found = await row(
    tx,
    sql`select code from reason_codes where organization_id = ${tx.organizationId} and code = ${code} for update`,
  );
  if (!found || Object.keys(changes).length === 0) return found !== undefined;
  await execute(
    tx,
    sql`update reason_codes set ${assignments(changes)} where organization_id = ${tx.organizationId} and code = ${code}`,
  );
  return true;
}
