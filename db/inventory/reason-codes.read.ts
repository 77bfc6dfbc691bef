/** Reads of the organization's reason codes. */
import { invalid } from '../../domain/refusal.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';
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

/** Refuses 400 VALIDATION_FAILED unless the reason is one of the organization's active ones. */
export async function assertReasonCode(tx: TenantTransaction, code: string): Promise<void> {
  assertReasonIn(await readReasons(tx, [code]), code);
}

/** Which of some codes are active and, if not all are, the first of those that could be given. */
export interface AskedReasons {
  active: ReadonlySet<string>;
  allowed: readonly string[];
}

export async function readReasons(tx: TenantTransaction, asked: readonly string[]): Promise<AskedReasons> {
  const codes = [...new Set(asked)];
  const active = await codesOf(
    tx,
    sql`select code from reason_codes
         where organization_id = ${tx.organizationId} and is_active and code = any (${codes}::text[])`,
  );
  if (active.length === codes.length) return { active: new Set(active), allowed: [] };
  const allowed = await codesOf(
    tx,
    sql`select code from reason_codes where organization_id = ${tx.organizationId} and is_active order by code limit 200`,
  );
  return { active: new Set(active), allowed };
}

async function codesOf(tx: TenantTransaction, text: SqlText): Promise<string[]> {
  const found = await rows<{ code: string }>(tx, text);
  return found.map(({ code }) => code);
}

/** Like `assertReasonCode`, with what was read of it and others. */
export function assertReasonIn({ active, allowed }: AskedReasons, code: string): void {
  if (active.has(code)) return;
  throw invalid('reason_code', 'not_allowed', `reason_code must be one of ${allowed.join(', ')}`);
}
