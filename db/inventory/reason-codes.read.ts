/** Reads of the organization's reason codes. */
import { invalid } from '../../domain/refusal.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';

export interface ReasonCodeRow {
  code: string;
  description: string;
  is_active: boolean;
}

const columns = sql`code, description, is_active`;

export function listReasonCodes(tx: TenantTransaction, page: PageQuery): Promise<PageOf<ReasonCodeRow>> {
  const where = sql`organization_id = ${tx.organizationId}`;
  const list = { columns, from: sql`reason_codes`, where, order: ['code'] };
  return readPage<ReasonCodeRow>(tx, list, page);
}

export function findReasonCode(tx: TenantTransaction, code: string): Promise<ReasonCodeRow | undefined> {
  return row<ReasonCodeRow>(
    tx,
    sql`select ${columns} from reason_codes where organization_id = ${tx.organizationId} and code = ${code}`,
  );
}

/** Refuses 400 VALIDATION_FAILED with the allowed codes unless the reason is one of the organization's active ones. */
export async function assertReasonCode(tx: TenantTransaction, code: string): Promise<void> {
  assertReasonIn(await readActiveReasons(tx), code);
}

/** The organization's active reason codes, sorted. */
export async function readActiveReasons(tx: TenantTransaction): Promise<readonly string[]> {
  const active = await rows<{ code: string }>(
    tx,
    sql`select code from reason_codes where organization_id = ${tx.organizationId} and is_active order by code limit 200`,
  );
  return active.map(({ code }) => code);
}

/** Like `assertReasonCode`, with codes read beforehand. */
export function assertReasonIn(active: readonly string[], code: string): void {
  if (active.includes(code)) return;
  throw invalid('reason_code', 'not_allowed', `reason_code must be one of ${active.join(', ')}`);
}
