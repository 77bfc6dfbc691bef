/** Endpoints that wait for their events, across all organizations. */
import type { PauseReason } from '../../domain/webhooks/pauses.ts';
import { rows, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';
import { isOurs } from '../tenancy/whereabouts.ts';

export interface LateEndpoint {
  organization: string;
  url: string;
  /** Since when nothing has arrived; null while something does. */
  failing_seconds: string | null;
  pause_reason: PauseReason | null;
  disabled_reason: string | null;
  waiting: string;
  oldest_seconds: string | null;
  /** Given up in the last day. */
  dead: string;
  reason: string | null;
}

/**
 * Endpoints at which nothing has arrived for `seconds`, whose deliveries wait for longer or were given up in the last
 * day. One that its organization turned off is its own affair.
 */
export function listLateEndpoints(
  database: Database,
  seconds: number,
  limit: number,
): Promise<LateEndpoint[]> {
  return rows<LateEndpoint>(
    database.system,
    sql`select o.name as organization, w.url, floor(extract(epoch from now() - w.failing_since)) as failing_seconds,
               w.pause_reason, case when w.status = 'disabled' then w.disabled_reason end as disabled_reason,
               d.waiting, d.oldest_seconds, x.dead, coalesce(d.last_error, x.last_error) as reason
          from webhook_endpoints w
          join organizations o on o.id = w.organization_id
         cross join lateral (
           select count(*) as waiting, floor(extract(epoch from now() - min(created_at))) as oldest_seconds,
                  max(last_error) as last_error
             from webhook_deliveries
            where organization_id = w.organization_id and endpoint_id = w.id and status = 'pending') d
         cross join lateral (
           select count(*) as dead, max(last_error) as last_error
             from webhook_deliveries
            where organization_id = w.organization_id and endpoint_id = w.id and status = 'dead'
              and ended_at > now() - interval '1 day') x
         where (w.status = 'active' or x.dead > 0) and ${isOurs(sql`w.organization_id`)}
           and (w.failing_since < now() - make_interval(secs => ${seconds}) or d.oldest_seconds > ${seconds} or x.dead > 0)
         order by d.oldest_seconds desc nulls last, w.id limit ${limit}`,
  );
}
