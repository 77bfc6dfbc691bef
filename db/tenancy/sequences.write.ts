/** Document numbers people read, such as RCPT-YYYYMMDD-XXXX, from a counter row per organization, kind and period. */
import { row, type SystemConnection, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/** Kinds of floor documents, numbered by day. */
export type DailyNumber =
  'SO' | 'RCPT' | 'SHP' | 'WAVE' | 'LOAD' | 'LPN' | 'CNT' | 'PO' | 'ASN' | 'DRAY' | 'APPT' | 'MOVE' | 'TO';

/**
 * The next number of the organization's day, never given twice, taken in a transaction of its own: two hundred pushes
 * at once would queue for a counter locked until commit. A rollback leaves a gap, so documents that accountants count
 * use `nextNumber`. The commit is not flushed separately: the log keeps its order, so whatever commits with the number
 * also makes it durable.
 */
export async function takeDailyNumber(
  system: SystemConnection,
  organizationId: string,
  prefix: DailyNumber,
): Promise<string> {
  const [number] = await takeDailyNumbers(system, organizationId, prefix, 1);
  return number!;
}

async function takeDailyNumbers(
  system: SystemConnection,
  organizationId: string,
  prefix: DailyNumber,
  count: number,
): Promise<string[]> {
  const counter = await row<{ period: string; first: string }>(
    system,
    sql`with unflushed as (select set_config('synchronous_commit', 'off', true) as mode)
     insert into document_sequences as d (organization_id, kind, period, next_no)
     select o.id, ${prefix}, to_char(now() at time zone o.time_zone, 'YYYYMMDD'), ${count} + 1::bigint
       from organizations o cross join unflushed where o.id = ${organizationId} and unflushed.mode = 'off'
     on conflict (organization_id, kind, period) do update set next_no = d.next_no + excluded.next_no - 1
     returning period, d.next_no - ${count}::bigint as first`,
  );
  const { period, first } = counter!;
  return Array.from({ length: count }, (_, index) => numbered(prefix, period, String(Number(first) + index)));
}

/**
 * Hands out daily numbers; those requested in one turn of the event loop come in one statement, in the order requested.
 */
export function dailyNumbers(
  system: SystemConnection,
  organizationId: string,
): (prefix: DailyNumber) => Promise<string> {
  const asked = new Map<DailyNumber, ((numbers: Promise<string[]>) => void)[]>();
  const take = (prefix: DailyNumber): void => {
    const askers = asked.get(prefix)!;
    asked.delete(prefix);
    const numbers = takeDailyNumbers(system, organizationId, prefix, askers.length);
    for (const tell of askers) tell(numbers);
  };
  return (prefix) =>
    new Promise((resolve, reject) => {
      const askers = asked.get(prefix) ?? [];
      const place = askers.length;
      askers.push((numbers) => void numbers.then((given) => resolve(given[place]!), reject));
      if (place > 0) return;
      asked.set(prefix, askers);
      queueMicrotask(() => take(prefix));
    });
}

/**
 * The next number of a kind in a period, gapless: the counter row stays locked until commit, and a rollback returns the
 * number. Take it as late in the transaction as possible. After 9999 it has five digits.
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

/** `count` consecutive numbers of a kind and period: a batch locks its counter once. */
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
