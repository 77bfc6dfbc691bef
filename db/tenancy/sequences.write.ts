/** Document numbers people read, such as RCPT-YYYYMMDD-XXXX, from a counter row per organization, kind and period. */
import { groupBy } from '../../domain/group-by.ts';
import { row, rows, type SystemConnection, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/** Kinds of floor documents, numbered by day. */
export type DailyNumber =
  | 'SO'
  | 'RCPT'
  | 'SHP'
  | 'WAVE'
  | 'LOAD'
  | 'TR'
  | 'LPN'
  | 'CNT'
  | 'PO'
  | 'ASN'
  | 'DRAY'
  | 'APPT'
  | 'MOVE'
  | 'MV'
  | 'PJ'
  | 'TO'
  | 'RMA';

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

/** What a gapless number counts: a kind of document in a month. */
export interface Counter {
  prefix: string;
  period: string;
}

/**
 * The next number of each counter named, gapless, in the order asked: the counter rows stay locked until commit, and a
 * rollback returns the numbers. One statement for a whole transaction, as late in it as possible; it takes its counters
 * in one fixed order, so that two cannot deadlock. After 9999 a number has five digits.
 */
export async function takeNumbers(tx: TenantTransaction, wanted: readonly Counter[]): Promise<string[]> {
  if (wanted.length === 0) return [];
  const keyOf = ({ prefix, period }: Counter): string => `${prefix}-${period}`;
  const counters = [...groupBy(wanted, keyOf).values()].map((same) => ({ ...same[0]!, count: same.length }));
  const moved = await rows<{ prefix: string; period: string; next_no: string }>(
    tx,
    sql`insert into document_sequences as d (organization_id, kind, period, next_no)
     select ${tx.organizationId}::uuid, c.prefix, c.period, c.count + 1
       from jsonb_to_recordset(${JSON.stringify(counters)}::jsonb) as c (prefix text, period text, count bigint)
      order by c.prefix, c.period
     on conflict (organization_id, kind, period) do update set next_no = d.next_no + excluded.next_no - 1
     returning kind as prefix, period, next_no`,
  );
  const next = new Map(moved.map((one) => [keyOf(one), Number(one.next_no)]));
  for (const { count, ...counter } of counters) next.set(keyOf(counter), next.get(keyOf(counter))! - count);
  return wanted.map((counter) => {
    const serial = next.get(keyOf(counter))!;
    next.set(keyOf(counter), serial + 1);
    return numbered(counter.prefix, counter.period, String(serial));
  });
}

/** The next number of one counter: see `takeNumbers`. */
export async function nextNumber(tx: TenantTransaction, prefix: string, period: string): Promise<string> {
  const [number] = await takeNumbers(tx, [{ prefix, period }]);
  return number!;
}

const numbered = (prefix: string, period: string, serial: string): string =>
  `${prefix}-${period}-${serial.padStart(4, '0')}`;
