/** Sums of journal lines from the closings of the books, and from the lines of days that have none. */
import { rows, type TenantTransaction } from '../database.ts';
import { every, sql, type SqlText } from '../sql-text.ts';

export interface ClosedSpan {
  span: 'month' | 'day';
  starts_on: string;
}

/** Days of the books; null is without a bound. */
export interface BookedDays {
  from: string | null;
  /** Included. */
  to: string | null;
}

/** Which lines to sum; a field that is omitted does not filter. */
export interface BookedFilter {
  account_ids?: readonly string[] | undefined;
  merchant_id?: string | undefined;
  without_merchant?: boolean | undefined;
  /** Leaves out entries that carry a year's earnings over. */
  without_closing?: boolean | undefined;
  /** Only entries with a line on a bank or cash account. */
  moving_cash?: boolean | undefined;
}

/**
 * A select of sums by account, merchant and currency, several for each, with the columns account_id, merchant_id,
 * currency, debit, credit, base_debit and base_credit. Exact: closings and lines are read at one moment, and a posting
 * removes the closings it is dated into.
 */
export function bookedSums(organizationId: string, days: BookedDays, filter: BookedFilter = {}): SqlText {
  const since = days.from === null ? sql`'-infinity'::date` : sql`${days.from}::date`;
  const until = days.to === null ? sql`'infinity'::date` : sql`(${days.to}::date + 1)`;
  const closed = sql`c.organization_id = ${organizationId} and c.starts_on >= ${since} and c.ends_before <= ${until}`;
  const amounts = (alias: SqlText): SqlText =>
    sql`${alias}.account_id, ${alias}.merchant_id, ${alias}.currency, ${alias}.debit, ${alias}.credit,
        ${alias}.base_debit, ${alias}.base_credit`;
  const linesInGaps = sql`gaps g
      join journal_lines l on l.organization_id = ${organizationId} and l.entry_date >= g.since and l.entry_date < g.until`;
  // Read once, since an entry's lines and its cash lines would otherwise be joined by way of the whole journal.
  const live = sql`live as materialized (
      select l.organization_id, l.entry_id, ${amounts(sql`l`)} from ${linesInGaps})`;
  const { entries, ofLines, ofSums } = conditions(organizationId, filter);
  return sql`
    with months as materialized (
      select c.span, c.starts_on, c.ends_before from journal_closings c where ${closed} and c.span = 'month'),
    covered as materialized (
      select * from months
       union all
      select c.span, c.starts_on, c.ends_before from journal_closings c
       where ${closed} and c.span = 'day'
         and date_trunc('month', c.starts_on)::date not in (select starts_on from months)),
    gaps as materialized (
      select * from (
        select lag(ends_before, 1, ${since}) over (order by starts_on) as since, starts_on as until from covered
         union all
        select coalesce(max(ends_before), ${since}), ${until} from covered) between_closings
       where since < until)${filter.moving_cash ? sql`, ${live}` : sql``}
    select ${amounts(sql`s`)}
      from covered c
      join journal_closing_sums s on s.organization_id = ${organizationId} and s.span = c.span and s.starts_on = c.starts_on
     where ${ofSums}
     union all
    select ${amounts(sql`l`)}
      from ${filter.moving_cash ? sql`live l` : linesInGaps} ${entries}
     where ${ofLines}`;
}

function conditions(
  organizationId: string,
  filter: BookedFilter,
): { entries: SqlText; ofLines: SqlText; ofSums: SqlText } {
  const { account_ids: accounts, merchant_id: merchant, without_merchant: isOfNone } = filter;
  const shared = (alias: SqlText): SqlText[] => [
    ...(accounts ? [sql`${alias}.account_id = any (${[...accounts]}::uuid[])`] : []),
    ...(merchant ? [sql`${alias}.merchant_id = ${merchant}`] : []),
    ...(isOfNone ? [sql`${alias}.merchant_id is null`] : []),
  ];
  const [ofSums, ofLines] = [shared(sql`s`), shared(sql`l`)];
  if (filter.without_closing) {
    ofSums.push(sql`not s.is_year_end`);
    ofLines.push(sql`e.source_type <> 'closing'`);
  }
  if (filter.moving_cash) {
    ofSums.push(sql`s.moves_cash`);
    ofLines.push(sql`l.entry_id in (
      select o.entry_id
        from live o join accounts b on b.organization_id = ${organizationId} and b.id = o.account_id
       where b.subtype in ('bank', 'cash'))`);
  }
  const entries = filter.without_closing
    ? sql`join journal_entries e on e.organization_id = l.organization_id and e.id = l.entry_id`
    : sql``;
  return { entries, ofLines: every(ofLines), ofSums: every(ofSums) };
}

// A report that begins or ends within a month older than this reads that month's lines.
const daysBackMax = 400;

/**
 * Days and months that are over and have enough lines for a closing to save reading, months and the latest first. Days
 * end in the organization's time zone.
 */
export function journalClosingsDue(
  tx: TenantTransaction,
  { dayLinesMin, monthLinesMin, atMost }: { dayLinesMin: number; monthLinesMin: number; atMost: number },
): Promise<ClosedSpan[]> {
  return rows<ClosedSpan>(
    tx,
    sql`with bounds as (
          select (now() at time zone o.time_zone)::date as today,
                 (select l.entry_date from journal_lines l where l.organization_id = o.id order by l.entry_date limit 1) as first
            from organizations o where o.id = ${tx.organizationId}),
        wanted as (
          select 'month' as span, month::date as starts_on, (month + interval '1 month')::date as ends_before,
                 ${monthLinesMin}::integer as lines_min
            from bounds, generate_series(date_trunc('month', first), date_trunc('month', today) - interval '1 month', '1 month') month
           union all
          select 'day', day::date, day::date + 1, ${dayLinesMin}::integer
            from bounds, generate_series(greatest(first, today - ${daysBackMax}::integer), today - 1, '1 day') day)
        select w.span, w.starts_on from wanted w
         where not exists (select from journal_closings c
                            where c.organization_id = ${tx.organizationId} and c.span = w.span and c.starts_on = w.starts_on)
           and exists (select from journal_lines l
                        where l.organization_id = ${tx.organizationId} and l.entry_date >= w.starts_on and l.entry_date < w.ends_before
                       offset w.lines_min - 1)
         order by w.span desc, w.starts_on desc limit ${atMost}`,
  );
}

/** Closings that were not proved within the last day, those unproved longest first. */
export function journalProofsDue(tx: TenantTransaction, atMost: number): Promise<ClosedSpan[]> {
  return rows<ClosedSpan>(
    tx,
    sql`select span, starts_on from journal_closings
         where organization_id = ${tx.organizationId} and (proved_at is null or proved_at < now() - interval '1 day')
         order by proved_at nulls first, span desc, starts_on limit ${atMost}`,
  );
}
