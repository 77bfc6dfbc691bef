/** Numbers people read: RCPT-YYYYMMDD-XXXX and the like, from a counter row per organization, kind and period. */
import { row, type TenantTransaction } from '../database.ts';

/**
 * The next number of a kind in a period, gapless: the counter row stays locked until commit and a rollback gives the
 * number back. Take it as late in the transaction as possible. After 9999 five digits.
 */
export async function nextNumber(
  tx: TenantTransaction,
  organizationId: string,
  prefix: string,
  period: string,
): Promise<string> {
  const counter = await row<{ taken: string }>(
    tx,
    `insert into document_sequences (organization_id, kind, period, next_no) values (?, ?, ?, 2)
     on conflict (organization_id, kind, period) do update set next_no = document_sequences.next_no + 1
     returning next_no - 1 as taken`,
    [organizationId, prefix, period],
  );
  return `${prefix}-${period}-${counter!.taken.padStart(4, '0')}`;
}

/** Today in the organization's time zone as YYYYMMDD: the period of daily numbers. */
export async function organizationDay(tx: TenantTransaction, organizationId: string): Promise<string> {
  const today = await row<{ day: string }>(
    tx,
    "select to_char(now() at time zone time_zone, 'YYYYMMDD') as day from organizations where id = ?",
    [organizationId],
  );
  return today!.day;
}

/** `count` numbers of a kind and period at once, in order: a batch locks its counter once. */
export async function nextNumbers(
  tx: TenantTransaction,
  organizationId: string,
  prefix: string,
  period: string,
  count: number,
): Promise<string[]> {
  if (count === 0) return [];
  const counter = await row<{ first: string }>(
    tx,
    `insert into document_sequences as d (organization_id, kind, period, next_no) values (?, ?, ?, ? + 1::bigint)
     on conflict (organization_id, kind, period) do update set next_no = d.next_no + excluded.next_no - 1
     returning d.next_no - ?::bigint as first`,
    [organizationId, prefix, period, count, count],
  );
  const first = Number(counter!.first);
  return Array.from(
    { length: count },
    (_, index) => `${prefix}-${period}-${String(first + index).padStart(4, '0')}`,
  );
}
