/** Labels and manifests of carriers that nobody can vouch for, across all organizations. */
import { liveLabelStates, unknownLabelStates } from '../../domain/parcels/label-states.ts';
import { hasLeft, shipmentStatuses } from '../../domain/shipping/shipment-states.ts';
import { row, rows, type Database } from '../database.ts';
import { every, sql } from '../sql-text.ts';
import { isOneOf } from '../state-columns.ts';
import { isUnneeded } from './unneeded-labels.write.ts';

// What was said to a carrier and is not settled, of either kind.
const said = sql`(
  select organization_id, account_id, state, next_try_at, unknown_since, updated_at, last_error from label_purchases
   where state in ('choosing', 'queued', 'sending', 'unknown', 'voiding', 'void_unknown')
  union all
  select organization_id, account_id, state, next_try_at, unknown_since, updated_at, last_error from manifests
   where state in ('queued', 'sending', 'unknown'))`;

export interface UnknownLabels {
  organization: string;
  account: string;
  unknown: string;
  /** Of them, those that a person has to decide. */
  for_person: string;
  oldest_seconds: string;
  reason: string | null;
}

/** Accounts with labels that have been unknown for `seconds`, or wait for a person. */
export function listUnknownLabels(
  database: Database,
  seconds: number,
  limit: number,
): Promise<UnknownLabels[]> {
  return rows<UnknownLabels>(
    database.system,
    sql`select o.name as organization, a.name as account, count(*) as unknown,
               count(*) filter (where p.next_try_at is null) as for_person,
               floor(extract(epoch from now() - min(p.unknown_since))) as oldest_seconds,
               (array_agg(p.last_error order by p.unknown_since desc))[1] as reason
          from ${said} p
          join organizations o on o.id = p.organization_id
          join carrier_accounts a on a.organization_id = p.organization_id and a.id = p.account_id
         where ${isOneOf('p.state', unknownLabelStates)}
           and (p.next_try_at is null or p.unknown_since < now() - make_interval(secs => ${seconds}))
         group by o.id, o.name, a.id, a.name order by min(p.unknown_since), a.id limit ${limit}`,
  );
}

const shownDays = 7;
const lackedSince = sql`coalesce(p.voided_at, p.refused_at, p.bought_at)`;

// Parcels that left and have no label, or none that anybody may use: the carrier said no, or a price that a person has to
// accept, or has taken it back. Nothing of them is asked any more; another label of the same parcel settles it.
const missing = sql`label_purchases p
  join wms_shipments s on s.organization_id = p.organization_id and s.id = p.shipment_id
 where ${every([
   sql`p.state in ('refused', 'dearer', 'voided') and (p.state <> 'refused' or p.resolved_by is null)`,
   sql`p.updated_at > now() - make_interval(days => ${shownDays})`,
   isOneOf(
     's.status',
     shipmentStatuses.filter((status) => hasLeft(status) && status !== 'cancelled'),
   ),
   sql`(p.state = 'dearer' or ${lackedSince} >= s.shipped_at) and not ${isUnneeded('p')}`,
   sql`not exists (select from label_purchases o
        where o.organization_id = p.organization_id and o.shipment_id = p.shipment_id and o.id <> p.id
          and (o.carton_id is null or o.carton_id = p.carton_id)
          and (${isOneOf('o.state', liveLabelStates)} or o.created_at > p.created_at))`,
 ])}`;

export interface MissingLabel {
  organization: string;
  shipment_no: string;
  state: 'refused' | 'dearer' | 'voided';
  seconds: string;
  reason: string | null;
}

/** Parcels of the last days that have left without the label they were to get. */
export function listMissingLabels(database: Database, limit: number): Promise<MissingLabel[]> {
  return rows<MissingLabel>(
    database.system,
    sql`select o.name as organization, m.shipment_no, m.state, floor(extract(epoch from now() - m.since)) as seconds, m.last_error as reason
          from (select p.organization_id, p.id, s.shipment_no, p.state, p.last_error, ${lackedSince} as since
                  from ${missing}) m
          join organizations o on o.id = m.organization_id
         order by m.since, m.id limit ${limit}`,
  );
}

export interface RefusedRefund {
  organization: string;
  account: string;
  shipment_no: string;
  tracking_no: string | null;
  seconds: string;
}

/** Labels that were taken back in the last days, and that their carrier does not refund. */
export function listRefusedRefunds(database: Database, limit: number): Promise<RefusedRefund[]> {
  return rows<RefusedRefund>(
    database.system,
    sql`select o.name as organization, a.name as account, s.shipment_no, p.tracking_no,
               floor(extract(epoch from now() - p.refund_refused_at)) as seconds
          from label_purchases p
          join organizations o on o.id = p.organization_id
          join carrier_accounts a on a.organization_id = p.organization_id and a.id = p.account_id
          join wms_shipments s on s.organization_id = p.organization_id and s.id = p.shipment_id
         where p.refund_refused_at > now() - make_interval(days => ${shownDays})
         order by p.refund_refused_at, p.id limit ${limit}`,
  );
}

export interface CarrierFigures {
  unknown: string;
  for_person: string;
  unknown_seconds: number | null;
  /** Queued, sending, or being taken back. */
  waiting: string;
  waiting_seconds: number | null;
  /** Parcels that have left without their label. */
  missing: string;
}

export async function readCarrierFigures(database: Database): Promise<CarrierFigures> {
  const isUnknown = isOneOf('state', unknownLabelStates);
  const found = await row<CarrierFigures>(
    database.system,
    sql`select count(*) filter (where ${isUnknown}) as unknown,
               count(*) filter (where ${isUnknown} and next_try_at is null) as for_person,
               extract(epoch from now() - min(unknown_since) filter (where ${isUnknown}))::float8 as unknown_seconds,
               count(*) filter (where not ${isUnknown}) as waiting,
               extract(epoch from now() - min(updated_at) filter (where not ${isUnknown}))::float8 as waiting_seconds,
               (select count(*) from ${missing}) as missing
          from ${said} p`,
  );
  return found!;
}
