/** Stuck labels and silent hubs across all organizations. The labels themselves are not read. */
import { rows, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';
import { isOurs } from '../tenancy/whereabouts.ts';

const itsLabels = sql`print_jobs j where ${isOurs(sql`j.organization_id`)}`;
const itsHubs = sql`hubs h where h.revoked_at is null and ${isOurs(sql`h.organization_id`)}`;

export interface LabelBacklog {
  organization_id: string;
  organization: string;
  waiting: string;
  oldest_seconds: string | null;
  /** In the last day. */
  failed: string;
}

/** Organizations whose labels have waited longer than `seconds`, or failed in the last day. */
export function listLabelBacklog(
  database: Database,
  seconds: number,
  limit: number,
): Promise<LabelBacklog[]> {
  return rows<LabelBacklog>(
    database.system,
    sql`select o.id as organization_id, o.name as organization, l.waiting, l.oldest_seconds, l.failed
       from organizations o
       join lateral (
         select count(*) filter (where j.status = 'queued') as waiting,
                floor(extract(epoch from now() - min(j.queued_at) filter (where j.status = 'queued'))) as oldest_seconds,
                count(*) filter (where j.status = 'failed') as failed
           from print_jobs j
          where j.organization_id = o.id
            and (j.status = 'queued' and j.queued_at < now() - make_interval(secs => ${seconds})
                 or j.status = 'failed' and j.finished_at > now() - interval '1 day')
       ) l on l.waiting + l.failed > 0
      where ${isOurs(sql`o.id`)}
      order by l.oldest_seconds desc nulls last, o.name limit ${limit}`,
  );
}

export interface SilentHub {
  organization: string;
  hub: string;
  silent_seconds: string;
}

/** Hubs heard from in the last week and silent for `seconds` now. */
export function listSilentHubs(database: Database, seconds: number, limit: number): Promise<SilentHub[]> {
  return rows<SilentHub>(
    database.system,
    sql`select o.name as organization, h.name as hub, floor(extract(epoch from now() - h.last_seen_at)) as silent_seconds
       from hubs h join organizations o on o.id = h.organization_id
      where h.revoked_at is null and h.last_seen_at < now() - make_interval(secs => ${seconds})
        and h.last_seen_at > now() - interval '7 days' and ${isOurs(sql`h.organization_id`)}
      order by h.last_seen_at desc, h.id limit ${limit}`,
  );
}

export interface PrintFigures {
  queued: string;
  printing: string;
  failed: string;
  oldest_seconds: string | null;
  hubs: string;
  silent_hubs: string;
}

/** Printing metrics for ops: labels waiting or printing now, failures of the last day, hubs and how many are silent. */
export async function readPrintFigures(database: Database, silentSeconds: number): Promise<PrintFigures> {
  const [figures] = await rows<PrintFigures>(
    database.system,
    sql`select
       (select count(*) from ${itsLabels} and j.status = 'queued') as queued,
       (select count(*) from ${itsLabels} and j.status = 'printing') as printing,
       (select coalesce(sum(f.failed), 0) from organizations o cross join lateral (
          select count(*) as failed from print_jobs j
           where j.organization_id = o.id and j.status = 'failed' and j.finished_at > now() - interval '1 day') f
         where ${isOurs(sql`o.id`)}) as failed,
       (select extract(epoch from now() - min(j.queued_at)) from ${itsLabels} and j.status = 'queued') as oldest_seconds,
       (select count(*) from ${itsHubs}) as hubs,
       (select count(*) from ${itsHubs} and h.last_seen_at < now() - make_interval(secs => ${silentSeconds})) as silent_hubs`,
  );
  return figures!;
}
