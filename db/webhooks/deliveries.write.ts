/** Claims webhook deliveries, across organizations. */
import { rows, type Database } from '../database.ts';
import { isHere } from '../tenancy/whereabouts.ts';
import { sql } from '../sql-text.ts';
import { claimedFor, type OutboundRoom } from '../outside.ts';

export interface ClaimedDelivery {
  organization_id: string;
  id: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  payload: object;
  attempts: number;
  claim: string;
  url: string;
  /** Each of them signs: the present one first. */
  secrets_sealed: string[];
}

/** How many deliveries may be under way to one endpoint; one that was paused gets one try at a time. */
const atOnceMax = 4;

/** The endpoint after which the next walk begins. */
export interface Place {
  organization_id: string;
  endpoint_id: string;
}

const nobody = '00000000-0000-0000-0000-000000000000';
export const firstPlace: Place = { organization_id: nobody, endpoint_id: nobody };

/**
 * Claims due deliveries for as long as a try may take. It walks from one endpoint with pending deliveries to the next,
 * starting after the given place, until it has enough: the cost depends on what it takes, not on the backlog or the
 * number of endpoints. Of each subject it takes only the first pending delivery, so that events arrive in order; of
 * each endpoint it takes a few, so that one that hangs does not hold up the others; and of each organization no more
 * than its share of the room, however many endpoints it has. Those under way are the first of their endpoint, as whatever
 * is queued has a later time (queue-turn.write.ts): so they are counted. What somebody else is writing, or has tried since
 * it was looked at, is passed over, so a claim waits for nobody. Returns where the next walk begins; `firstPlace` once it has come around.
 */
export async function claimDeliveries(
  database: Database,
  from: Place,
  { free: limit, ofOneMax, underWay }: OutboundRoom,
  seconds: number,
): Promise<{ claimed: ClaimedDelivery[]; next: Place }> {
  const left = new Map([...underWay].map(([id, count]) => [id, ofOneMax - count]));
  const full = [...left].filter(([, room]) => room <= 0).map(([id]) => id);
  const due = await rows<Place & { id: string; attempts: number; url: string; secrets: string[] }>(
    database.system,
    sql`with recursive walk as (
          (select organization_id, endpoint_id from webhook_deliveries
            where status = 'pending'
              and (organization_id, endpoint_id) > (${from.organization_id}::uuid, ${from.endpoint_id}::uuid)
            order by organization_id, endpoint_id limit 1)
          union all
          select n.organization_id, n.endpoint_id from walk
           cross join lateral (
             select organization_id, endpoint_id from webhook_deliveries
              where status = 'pending'
                and (organization_id, endpoint_id) > (walk.organization_id, walk.endpoint_id)
              order by organization_id, endpoint_id limit 1) n
        )
        select w.organization_id, w.id as endpoint_id, due.id, due.attempts, w.url,
               array_remove(array[w.secret_sealed,
                 case when w.previous_secret_until > now() then w.previous_secret_sealed end,
                 case when w.older_secret_until > now() then w.older_secret_sealed end], null) as secrets
          from walk
         cross join lateral (
           select * from webhook_endpoints e
            where e.organization_id = walk.organization_id and e.id = walk.endpoint_id and e.status = 'active'
              and walk.organization_id <> all (${full}::uuid[]) and ${isHere(sql`walk.organization_id`)}
              and (e.paused_until is null or e.paused_until <= now())) w
         cross join lateral (
           select q.id, q.attempts, q.claimed_until from webhook_deliveries q
            where q.organization_id = w.organization_id and q.endpoint_id = w.id and q.status = 'pending'
              and q.next_try_at <= now()
              and not exists (
                select 1 from webhook_deliveries p
                 where p.organization_id = q.organization_id and p.endpoint_id = q.endpoint_id
                   and p.subject_type = q.subject_type and p.subject_id = q.subject_id
                   and p.status = 'pending' and p.sequence < q.sequence)
            order by q.next_try_at, q.sequence
            limit case when w.paused_since is null then ${atOnceMax} else 1 end) due
         where due.claimed_until is null or due.claimed_until < now()
         limit ${limit}`,
  );
  if (due.length === 0) return { claimed: [], next: firstPlace };
  const taken = due.filter(({ organization_id: id }) => {
    const room = left.get(id) ?? ofOneMax;
    left.set(id, room - 1);
    return room > 0;
  });
  const claimed = await rows<ClaimedDelivery>(
    database.system,
    sql`update webhook_deliveries d
           set ${claimedFor(seconds)}
          from (select q.organization_id, q.id, due.url, due.secrets
                  from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as due (organization_id uuid, id uuid,
                       attempts integer, url text, secrets text[])
                  join webhook_deliveries q on q.organization_id = due.organization_id and q.id = due.id
                   and q.attempts = due.attempts and q.status = 'pending'
                   and (q.claimed_until is null or q.claimed_until < now())
                   for update of q skip locked) taken
         where d.organization_id = taken.organization_id and d.id = taken.id
        returning d.organization_id, d.id, d.endpoint_id, d.event_id, d.event_type, d.payload, d.attempts, d.claim,
                  taken.url, taken.secrets as secrets_sealed`,
  );
  return { claimed, next: due.length < limit ? firstPlace : placeOf(due.at(-1)!) };
}

const placeOf = ({ organization_id, endpoint_id }: Place): Place => ({ organization_id, endpoint_id });
