/** Calls to carriers about manifests, claimed across organizations. */
import type { Adapter, FarSide } from '../../domain/parcels/carriers.ts';
import { openManifestStates, type ManifestState } from '../../domain/parcels/manifest-states.ts';
import { rows, type Database } from '../database.ts';
import { claimedFor, type OutboundRoom } from '../outside.ts';
import { sql } from '../sql-text.ts';
import { isOneOf } from '../state-columns.ts';

export interface ClaimedManifest {
  organization_id: string;
  id: string;
  account_id: string;
  state: ManifestState;
  ship_date: string;
  /** The references of its labels. */
  label_ids: string[];
  attempts: number;
  claim: string;
  lost_ms: number | null;
  adapter: Adapter;
  far_side: FarSide;
  api_url: string;
  credentials_sealed: string | null;
  settle_after_seconds: number;
}

/** As `claimLabels` does: what is due with accounts of this kind, and of each organization no more than its share. */
export function claimManifests(
  database: Database,
  farSide: FarSide,
  { free, ofOneMax, underWay }: OutboundRoom,
  seconds: number,
): Promise<ClaimedManifest[]> {
  return rows<ClaimedManifest>(
    database.system,
    sql`update manifests m
           set ${claimedFor(seconds, sql`${farSide}::text = 'answers'`)},
               state = case m.state when 'queued' then 'sending' else m.state end
          from (select d.organization_id, d.id, ranked.adapter, ranked.far_side, ranked.api_url, ranked.credentials_sealed,
                       ranked.settle_after_seconds
                  from (select q.organization_id, q.id, q.next_try_at, a.adapter, a.far_side, a.api_url,
                               a.credentials_sealed, a.settle_after_seconds,
                               row_number() over (partition by q.organization_id order by q.next_try_at)
                                 + coalesce(u.count, 0) as turn
                          from manifests q
                          join carrier_accounts a on a.organization_id = q.organization_id and a.id = q.account_id
                          left join unnest(${[...underWay.keys()]}::uuid[], ${[...underWay.values()]}::integer[])
                                 as u (organization_id, count) on u.organization_id = q.organization_id
                         where ${isOneOf('q.state', openManifestStates)} and q.next_try_at <= now()
                           and (q.claimed_until is null or q.claimed_until < now()) and a.far_side = ${farSide}) ranked
                  join manifests d on d.organization_id = ranked.organization_id and d.id = ranked.id
                   and ${isOneOf('d.state', openManifestStates)} and d.next_try_at <= now()
                   and (d.claimed_until is null or d.claimed_until < now())
                 where ranked.turn <= ${ofOneMax} order by ranked.next_try_at limit ${free}
                   for update of d skip locked) taken
         where m.organization_id = taken.organization_id and m.id = taken.id
        returning m.organization_id, m.id, m.account_id, m.state, m.ship_date::text as ship_date, m.attempts, m.claim,
                  array(select p.id from label_purchases p
                         where p.organization_id = m.organization_id and p.manifest_id = m.id order by p.id) as label_ids,
                  floor(extract(epoch from now() - m.unknown_since) * 1000)::float8 as lost_ms,
                  taken.adapter, taken.far_side, taken.api_url, taken.credentials_sealed, taken.settle_after_seconds`,
  );
}
