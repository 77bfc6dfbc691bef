/** Calls to carriers: labels claimed across organizations, and what a step of a purchase left. */
import type { Adapter, FarSide, LabelFormat } from '../../domain/parcels/carriers.ts';
import { openLabelStates, type LabelState } from '../../domain/parcels/label-states.ts';
import type { Parcel } from '../../domain/parcels/parcel.ts';
import { execute, rows, type Database } from '../database.ts';
import { claimedFor, type OutboundRoom } from '../outside.ts';
import { sql } from '../sql-text.ts';
import { isOneOf } from '../state-columns.ts';

export interface ClaimedLabel {
  organization_id: string;
  id: string;
  account_id: string;
  state: LabelState;
  service_code: string;
  parcel: Parcel;
  vendor_shipment_id: string | null;
  vendor_rate_id: string | null;
  attempts: number;
  claim: string;
  /** Since when it may have been done, in ms; null when nothing was lost. */
  lost_ms: number | null;
  adapter: Adapter;
  far_side: FarSide;
  api_url: string;
  credentials_sealed: string | null;
  label_format: LabelFormat;
  settle_after_seconds: number;
}

/**
 * Claims what is due with accounts of this kind for as long as a try may take, and for each organization no more than its
 * share of the room. What somebody else is writing is passed over, so a claim waits for nobody.
 */
export function claimLabels(
  database: Database,
  farSide: FarSide,
  { free, ofOneMax, underWay }: OutboundRoom,
  seconds: number,
): Promise<ClaimedLabel[]> {
  return rows<ClaimedLabel>(
    database.system,
    sql`update label_purchases p
           set ${claimedFor(seconds, sql`${farSide}::text = 'answers'`)},
               state = case p.state when 'queued' then 'sending' else p.state end
          from (select d.organization_id, d.id, ranked.adapter, ranked.far_side, ranked.api_url, ranked.credentials_sealed,
                       ranked.label_format, ranked.settle_after_seconds
                  from (select q.organization_id, q.id, q.next_try_at, a.adapter, a.far_side, a.api_url,
                               a.credentials_sealed, a.label_format, a.settle_after_seconds,
                               row_number() over (partition by q.organization_id order by q.next_try_at)
                                 + coalesce(u.count, 0) as turn
                          from label_purchases q
                          join carrier_accounts a on a.organization_id = q.organization_id and a.id = q.account_id
                          left join unnest(${[...underWay.keys()]}::uuid[], ${[...underWay.values()]}::integer[])
                                 as u (organization_id, count) on u.organization_id = q.organization_id
                         where ${isOneOf('q.state', openLabelStates)} and q.next_try_at <= now()
                           and (q.claimed_until is null or q.claimed_until < now()) and a.far_side = ${farSide}) ranked
                  join label_purchases d on d.organization_id = ranked.organization_id and d.id = ranked.id
                   and ${isOneOf('d.state', openLabelStates)} and d.next_try_at <= now()
                   and (d.claimed_until is null or d.claimed_until < now())
                 where ranked.turn <= ${ofOneMax} order by ranked.next_try_at limit ${free}
                   for update of d skip locked) taken
         where p.organization_id = taken.organization_id and p.id = taken.id
        returning p.organization_id, p.id, p.account_id, p.state, p.service_code, p.parcel, p.vendor_shipment_id,
                  p.vendor_rate_id, p.attempts, p.claim,
                  floor(extract(epoch from now() - p.unknown_since) * 1000)::float8 as lost_ms,
                  taken.adapter, taken.far_side, taken.api_url, taken.credentials_sealed, taken.label_format,
                  taken.settle_after_seconds`,
  );
}

/** The carrier has made its shipment of it, which costs nothing; from now on it can be bought, by these. */
export async function recordVendorShipment(
  database: Database,
  { organization_id, id, claim }: ClaimedLabel,
  of: { vendor_shipment_id: string; vendor_rate_id: string },
): Promise<void> {
  await execute(
    database.system,
    sql`update label_purchases
           set vendor_shipment_id = ${of.vendor_shipment_id}, vendor_rate_id = ${of.vendor_rate_id}, state = 'queued',
               attempts = 0, next_try_at = now(), claim = null, claimed_until = null, unknown_since = null
         where organization_id = ${organization_id} and id = ${id} and claim = ${claim} and state = 'sending'`,
  );
}
