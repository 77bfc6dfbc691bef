/** Numbers people read: RCPT-YYYYMMDD-XXXX and the like, from a counter row per organization, kind and period. */
import { row, type SystemConnection, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/** Kinds of documents of the floor, numbered by day. */
export type DailyNumber =
  'SO' | 'RCPT' | 'SHP' | 'WAVE' | 'LOAD' | 'LPN' | 'CNT' | 'PO' | 'ASN' | 'DRAY' | 'APPT' | 'MOVE' | 'TO';

/**
 * The next number of the organization's day, never given twice, in a transaction of its own: two hundred pushes at once
 * would stand in line for a counter locked until commit. What is rolled back later leaves a gap, so papers that accountants
 * count take `nextNumber`. Not flushed by itself: the log keeps its order, so whatever commits with the number keeps it.
 */
export async function takeDailyNumber(
  system: SystemConnection,
  organizationId: string,
  prefix: DailyNumber,
): Promise<string> {
  const counter = await row<{ period: string; taken: string }>(
    system,
    sql`with unflushed as (select set_config('synchronous_commit', 'off', true) as mode)
     insert into document_sequences as d (organization_id, kind, period, next_no)
     select o.id, ${prefix}, to_char(now() at time zone o.time_zone, 'YYYYMMDD'), 2
       from organizations o cross join unflushed where o.id = ${organizationId} and unflushed.mode = 'off'
     on conflict (organization_id, kind, period) do update set next_no = d.next_no + 1
     returning period, next_no - 1 as taken`,
  );
  return numbered(prefix, counter!.period, counter!.taken);
}

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
    sql`insert into document_sequences (organization_id, kind, period, next_no) values (${organizationId}, ${prefix}, ${period}, 2)
     on conflict (organization_id, kind, period) do update set next_no = document_sequences.next_no + 1
     returning next_no - 1 as taken`,
  );
  return numbered(prefix, period, counter!.taken);
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
    sql`insert into document_sequences as d (organization_id, kind, period, next_no) values (${organizationId}, ${prefix}, ${period}, ${count} + 1::bigint)
     on conflict (organization_id, kind, period) do update set next_no = d.next_no + excluded.next_no - 1
     returning d.next_no - ${count}::bigint as first`,
  );
  const first = Number(counter!.first);
  return Array.from({ length: count }, (_, index) => numbered(prefix, period, String(first + index)));
}

const numbered = (prefix: string, period: string, serial: string): string =>
  `${prefix}-${period}-${serial.padStart(4, '0')}`;
