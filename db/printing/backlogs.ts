/**
 * A printer that comes back to labels that have waited long asks a person before it prints: the reads and conditions
 * behind that. It asks when it could not print for longer than its limit and one of its labels is older than that;
 * `backlog_asked_at` keeps the question open once the printer is ready. A printer that works through a long queue never
 * asks: it was ready all along.
 */
import { backlogMinutesDefault, troubles } from '../../domain/printing/print-job-states.ts';
import { sql, type SqlText } from '../sql-text.ts';

/** How old what waits may be when the printer `d` comes back. */
export const backlogLimit = sql`make_interval(mins => coalesce(d.backlog_minutes,
  (select l.minutes from print_backlog_limits l
    where l.organization_id = d.organization_id and l.warehouse_id = d.warehouse_id), ${backlogMinutesDefault}))`;

/** The moment since which a label `w` has waited for the printer `d` without a person looking at it. */
export const waitingSince = sql`greatest(w.queued_at, w.chosen_at, d.backlog_decided_at)`;

/** A label older than its limit waits for the printer `d`. */
export const hasBacklog = sql`exists (select 1 from print_jobs w
  where w.organization_id = d.organization_id and w.device_id = d.id and w.status = 'queued'
    and (w.expires_at is null or w.expires_at > now()) and ${waitingSince} < now() - ${backlogLimit})`;

// The shortest limit there is comes first: a printer that was ready within it is not looked at further.
const wasAway = sql`(coalesce(d.last_ready_at, '-infinity') < now() - interval '5 minutes'
  and coalesce(d.last_ready_at, '-infinity') < now() - ${backlogLimit})`;

/** The printer `d` takes no label until a person has chosen. */
export const isAsking = sql`((d.backlog_asked_at is not null or ${wasAway}) and ${hasBacklog})`;

/** What `backlog_asked_at` of the printer `d` becomes when it is seen ready. */
export const askedWhenReady = sql`case
  when d.backlog_asked_at is null and not ${wasAway} then null
  when ${hasBacklog} then coalesce(d.backlog_asked_at, now()) end`;

/** Whether a printer seen like this can print. */
export function isReadySql(reachable: SqlText, status: SqlText): SqlText {
  return sql`(coalesce(${reachable}, false) and not ${status} = any (${[...troubles]}::text[]))`;
}

/** The printer `d` takes what the job is made of. */
export function takesLabel(contentType: SqlText): SqlText {
  return sql`(d.takes && (case ${contentType} when 'image/png' then '{png,zpl}' when 'application/pdf' then '{pdf}' else '{zpl}' end)::text[])`;
}
