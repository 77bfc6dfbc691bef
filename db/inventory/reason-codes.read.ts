/** Reads of the organization's reason codes. */
import { invalid } from '../../domain/refusals.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { readPage, type PageQuery } from '../page.ts';
import { sql } from '../sql-text.ts';

export interface ReasonCodeRow {
  code: string;
  description: string;
  is_active: boolean;
}

const columns = ['code', 'description', 'is_active'];

export function listReasonCodes(
  tx: TenantTransaction,
  organizationId: string,
  page: PageQuery,
): Promise<{ rows: ReasonCodeRow[]; total: number }> {
  return readPage(
    tx('reason_codes').where({ organization_id: organizationId }),
    columns,
    [{ column: 'code' }],
    page,
  );
}

export function findReasonCode(
  tx: TenantTransaction,
  organizationId: string,
  code: string,
): Promise<ReasonCodeRow | undefined> {
  return tx('reason_codes').where({ organization_id: organizationId, code }).first(columns) as Promise<
    ReasonCodeRow | undefined
  >;
}

/** Refuses 400 VALIDATION_FAILED, with the codes that are allowed, unless the reason is an active one of the organization. */
export async function assertReasonCode(
  tx: TenantTransaction,
  organizationId: string,
  code: string,
): Promise<void> {
  const active = await rows<{ code: string }>(
    tx,
    sql`select code from reason_codes where organization_id = ${organizationId} and is_active order by code limit 200`,
  );
  if (active.some((reason) => reason.code === code)) return;
  const allowed = active.map((reason) => reason.code).join(', ');
  throw invalid('reason_code', 'not_allowed', `reason_code must be one of ${allowed}`);
}
