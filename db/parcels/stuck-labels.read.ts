/** Labels and manifests of carriers that nobody can vouch for, across all organizations. */
import { liveLabelStates, unknownLabelStates } from '../../domain/parcels/label-states.ts';
import { hasLeft, shipmentStatuses } from '../../domain/shipping/shipment-states.ts';
import { row, rows, type Database } from '../database.ts';
import { every, sql } from '../sql-text.ts';
import { isOneOf } from '../state-columns.ts';
import { isOurs } from '../tenancy/whereabouts.ts';
import { waits } from './manifests.write.ts';
import { isUnneeded } from './unneeded-labels.write.ts';

// What was said to a carrier and is not settled, of either kind.
const said = sql`(
  select 'labels' as what, organization_id, account_id, state, next_try_at, unknown_since, said_at, updated_at, last_error
    from label_purchases where state in ('choosing', 'queued', 'sending', 'unknown', 'voiding', 'void_unknown')
     and ${isOurs(sql`organization_id`)}
  union all
  select 'manifests', organization_id, account_id, state, next_try_at, unknown_since, said_at, updated_at, last_error
    from manifests where state in ('queued', 'sending', 'unknown') and ${isOurs(sql`organization_id`)})`;
const isUnknown = isOneOf('p.state', unknownLabelStates);
const waitsSince = sql`coalesce(p.unknown_since, p.said_at)`;

export interface CarrierWait {
  organization: string;
  /** Null: the carrier is yet to be chosen. */
  account: string | null;
  what: 'labels' | 'manifests';
  /** Said, and not taken by the carrier yet. */
  waiting: string;
  unknown: string;
  /** Of them, those that a person has to decide. */
  for_person: string;
  oldest_seconds: string;
  reason: string | null;
}

/** Accounts with labels or manifests that have waited for `seconds`, or that wait for a person. */
export function listCarrierWaits(database: Database, seconds: number, limit: number): Promise<CarrierWait[]> {
  return rows<CarrierWait>(
    database.system,
    sql`select o.name as organization, a.name as account, p.what,
               count(*) filter (where not ${isUnknown}) as waiting, count(*) filter (where ${isUnknown}) as unknown,
               count(*) filter (where ${isUnknown} and p.next_try_at is null) as for_person,
               floor(extract(epoch from now() - min(${waitsSince}))) as oldest_seconds,
               (array_agg(p.last_error order by p.updated_at desc) filter (where p.last_error is not null))[1] as reason
          from (select * from ${said} p
                 where (${isUnknown} and p.next_try_at is null) or ${waitsSince} < now() - make_interval(secs => ${seconds})) p
          join organizations o on o.id = p.organization_id
          left join carrier_accounts a on a.organization_id = p.organization_id and a.id = p.account_id
         group by o.id, o.name, a.id, a.name, p.what order by min(${waitsSince}), a.id, p.what limit ${limit}`,
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
   sql`p.updated_at > now() - make_interval(days => ${shownDays}) and ${isOurs(sql`p.organization_id`)}`,
   isOneOf(
     's.status',
     shipmentStatuses.filter((status) => hasLeft(status) && status !== 'cancelled'),
   ),
   sql`(p.state = 'dearer' or ${lackedSince} >= s.shipped_at) and not ${isUnneeded('p')}`,
   sql`not exists (select from label_purchases o
        where o.organization_id = p.organization_id and o.shipment_id = p.shipment_id and o.id <> p.id
          and (o.carton_id = p.carton_id or (o.carton_id is null and o.planned_sscc is null))
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
  /** Or that of the return whose parcel comes back. */
  shipment_no: string;
  tracking_no: string | null;
  seconds: string;
}

/** Labels that were taken back in the last days, and that their carrier does not refund. */
export function listRefusedRefunds(database: Database, limit: number): Promise<RefusedRefund[]> {
  return rows<RefusedRefund>(
    database.system,
    sql`select o.name as organization, a.name as account, coalesce(s.shipment_no, r.return_no) as shipment_no, p.tracking_no,
               floor(extract(epoch from now() - p.refund_refused_at)) as seconds
          from label_purchases p
          join organizations o on o.id = p.organization_id
          join carrier_accounts a on a.organization_id = p.organization_id and a.id = p.account_id
          left join wms_shipments s on s.organization_id = p.organization_id and s.id = p.shipment_id
          left join returns r on r.organization_id = p.organization_id and r.id = p.return_id
         where p.refund_refused_at > now() - make_interval(days => ${shownDays}) and ${isOurs(sql`p.organization_id`)}
         order by p.refund_refused_at, p.id limit ${limit}`,
  );
}

export interface UnneededLabel {
  organization: string;
  account: string;
  shipment_no: string;
  tracking_no: string | null;
  seconds: string;
  reason: string | null;
}

const unneeded = sql`label_purchases p
 where p.state in ('bought', 'dearer', 'refused') and p.unneeded_since > now() - make_interval(days => ${shownDays})
   and ${isOurs(sql`p.organization_id`)}`;

/** Labels of parcels that are not sent or have another, and that their carrier keeps, of the last days. */
export function listUnneededLabels(database: Database, limit: number): Promise<UnneededLabel[]> {
  return rows<UnneededLabel>(
    database.system,
    sql`select o.name as organization, a.name as account, coalesce(s.shipment_no, r.return_no) as shipment_no, p.tracking_no, p.last_error as reason,
               floor(extract(epoch from now() - p.unneeded_since)) as seconds
          from (select p.* from ${unneeded}) p
          join organizations o on o.id = p.organization_id
          join carrier_accounts a on a.organization_id = p.organization_id and a.id = p.account_id
          left join wms_shipments s on s.organization_id = p.organization_id and s.id = p.shipment_id
          left join returns r on r.organization_id = p.organization_id and r.id = p.return_id
         order by p.unneeded_since, p.id limit ${limit}`,
  );
}

// Until the next of the same carrier there is on its way, or taken: it has what this one left. Or nothing of that waits any more.
const refused = sql`manifests m
 where ${every([
   sql`m.state = 'refused' and m.resolved_by is null and m.refused_at > now() - make_interval(days => ${shownDays})`,
   isOurs(sql`m.organization_id`),
   sql`not exists (select from manifests n
        where n.organization_id = m.organization_id and n.account_id = m.account_id and n.warehouse_id = m.warehouse_id
          and n.carrier_code is not distinct from m.carrier_code and n.created_at > m.created_at)`,
   sql`exists (select from label_purchases l
        where l.organization_id = m.organization_id and l.account_id = m.account_id and l.warehouse_id = m.warehouse_id
          and (m.carrier_code is null or l.carrier_code = m.carrier_code) and l.bought_at < m.refused_at and ${waits})`,
 ])}`;

export interface RefusedManifest {
  organization: string;
  account: string;
  ship_date: string;
  seconds: string;
  reason: string | null;
}

/** Manifests of the last days that their carrier did not accept, that no other has followed, and of whose labels some wait. */
export function listRefusedManifests(database: Database, limit: number): Promise<RefusedManifest[]> {
  return rows<RefusedManifest>(
    database.system,
    sql`select o.name as organization, a.name as account, m.ship_date::text as ship_date, m.last_error as reason,
               floor(extract(epoch from now() - m.refused_at)) as seconds
          from (select m.* from ${refused}) m
          join organizations o on o.id = m.organization_id
          join carrier_accounts a on a.organization_id = m.organization_id and a.id = m.account_id
         order by m.refused_at, m.id limit ${limit}`,
  );
}

interface SaidFigures {
  /** Queued, sending, or being taken back. */
  waiting: string;
  waiting_seconds: number | null;
  unknown: string;
  for_person: string;
  unknown_seconds: number | null;
}

export interface CarrierFigures {
  labels: SaidFigures;
  manifests: SaidFigures;
  /** Parcels that have left without their label. */
  missing: string;
  /** Labels that their carrier keeps of parcels that are not sent. */
  unneeded: string;
  /** Manifests that were not accepted. */
  refused: string;
}

export async function readCarrierFigures(database: Database): Promise<CarrierFigures> {
  const [both, troubles] = await Promise.all([
    rows<SaidFigures & { what: CarrierWait['what'] }>(
      database.system,
      sql`select w.what, count(p.state) filter (where not ${isUnknown}) as waiting,
                 extract(epoch from now() - min(p.said_at) filter (where not ${isUnknown}))::float8 as waiting_seconds,
                 count(p.state) filter (where ${isUnknown}) as unknown,
                 count(p.state) filter (where ${isUnknown} and p.next_try_at is null) as for_person,
                 extract(epoch from now() - min(p.unknown_since) filter (where ${isUnknown}))::float8 as unknown_seconds
            from (values ('labels'), ('manifests')) w (what) left join ${said} p on p.what = w.what group by w.what`,
    ),
    row<Pick<CarrierFigures, 'missing' | 'unneeded' | 'refused'>>(
      database.system,
      sql`select (select count(*) from ${missing}) as missing, (select count(*) from ${unneeded}) as unneeded,
                 (select count(*) from ${refused}) as refused`,
    ),
  ]);
  const figuresOf = (kind: CarrierWait['what']) => both.find(({ what }) => what === kind)!;
  return { labels: figuresOf('labels'), manifests: figuresOf('manifests'), ...troubles! };
}
