/** Writes of manifests. Lock order: the account, the manifest, its labels' orders and shipments, its labels. */
import { manifestStates, type ManifestState } from '../../domain/parcels/manifest-states.ts';
import type { Adapter } from '../../domain/parcels/carriers.ts';
import type { LabelRef } from '../../domain/parcels/events.ts';
import { notFound } from '../../domain/refusal.ts';
import { momentOf } from '../../domain/state-machine.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { assignments, name, sql, values, type SqlText } from '../sql-text.ts';
import { lockShipments } from '../shipping/shipments.write.ts';
import { isUnneeded, takenBackIfUnneeded } from './unneeded-labels.write.ts';

export interface NewManifest {
  id: string;
  account_id: string;
  warehouse_id: string;
  /** Null: of the account's one carrier. */
  carrier_code: string | null;
  /** Null: today, at the warehouse. */
  ship_date: string | null;
  created_by: string;
}

export async function insertManifest(
  tx: TenantTransaction,
  { ship_date: given, ...manifest }: NewManifest,
): Promise<void> {
  const day = sql`coalesce(${given}::date, (select (now() at time zone w.time_zone)::date from warehouses w
    where w.organization_id = ${tx.organizationId} and w.id = ${manifest.warehouse_id}))`;
  await execute(
    tx,
    sql`insert into manifests ${values({ organization_id: tx.organizationId, ...manifest, ship_date: day })}`,
  );
}

/** Whether a label `l` waits for a manifest: what comes back leaves from nobody's dock, and what is planned is not packed. */
export const waits = sql`l.shipment_id is not null and (l.planned_sscc is null or l.carton_id is not null) and l.state = 'bought' and l.manifest_id is null and l.manifested_at is null and not ${isUnneeded('l')}`;
// By these a seller for many knows it (`isNamedThere`).
const isNamed = sql`(l.carrier_code is not null and l.vendor_shipment_id is not null)`;
const carriersMax = 50;

/** Whose parcels wait for a manifest, of an account with many carriers. */
export async function carriersToManifest(
  tx: TenantTransaction,
  { account_id, warehouse_id }: Pick<NewManifest, 'account_id' | 'warehouse_id'>,
): Promise<string[]> {
  const found = await rows<{ carrier_code: string }>(
    tx,
    sql`select distinct l.carrier_code from label_purchases l
         where l.organization_id = ${tx.organizationId} and l.account_id = ${account_id}
           and l.warehouse_id = ${warehouse_id} and ${waits} and ${isNamed}
         order by 1 limit ${carriersMax}`,
  );
  return found.map(({ carrier_code: code }) => code);
}

/** How many wait of which nobody has said yet what their carrier calls them. */
export async function countUnnamed(
  tx: TenantTransaction,
  { account_id, warehouse_id }: Pick<NewManifest, 'account_id' | 'warehouse_id'>,
): Promise<number> {
  const found = await row<{ count: number }>(
    tx,
    sql`select count(*)::integer as count from label_purchases l
         where l.organization_id = ${tx.organizationId} and l.account_id = ${account_id}
           and l.warehouse_id = ${warehouse_id} and ${waits} and not ${isNamed}`,
  );
  return found!.count;
}

type Manifesting = Pick<NewManifest, 'id' | 'account_id' | 'warehouse_id' | 'carrier_code'>;

/** Whether a label `l` waits for such a manifest as this. */
const waitsFor = (
  { account_id, warehouse_id, carrier_code: code }: Manifesting,
  isOfMany: boolean,
): SqlText => sql`l.account_id = ${account_id} and l.warehouse_id = ${warehouse_id} and ${waits}
  and (not ${isOfMany}::boolean or ${isNamed}) and (${code}::text is null or l.carrier_code = ${code})`;

/**
 * Takes onto it what was bought with its account in its warehouse and is on no other, the oldest first; returns how many.
 * What is being taken back, or changed by somebody at this moment, waits for the next.
 */
export async function takeOntoManifest(
  tx: TenantTransaction,
  manifest: Manifesting,
  isOfMany: boolean,
  limit: number,
): Promise<number> {
  return execute(
    tx,
    // Materialized: within a nested loop it would be asked again, and find others each time.
    sql`with taken as materialized (
          select l.id from label_purchases l
           where l.organization_id = ${tx.organizationId} and ${waitsFor(manifest, isOfMany)}
           order by l.bought_at, l.id limit ${limit} for update skip locked)
        update label_purchases p set manifest_id = ${manifest.id}, updated_at = now() from taken
         where p.organization_id = ${tx.organizationId} and p.id = taken.id`,
  );
}

/** Says with it how many that waited as well have found no place on it. */
export async function countLeft(
  tx: TenantTransaction,
  manifest: Manifesting,
  isOfMany: boolean,
): Promise<void> {
  await execute(
    tx,
    sql`update manifests set left_labels = (select count(*) from label_purchases l
              where l.organization_id = ${tx.organizationId} and ${waitsFor(manifest, isOfMany)})
         where organization_id = ${tx.organizationId} and id = ${manifest.id}`,
  );
}

export interface LockedManifest {
  id: string;
  adapter: Adapter;
  state: ManifestState;
  claim: string | null;
  is_claimed: boolean;
  is_lost: boolean;
}

/** Refuses 404. */
export async function lockManifest(tx: TenantTransaction, id: string): Promise<LockedManifest> {
  const found = await row<LockedManifest>(
    tx,
    sql`select m.id, a.adapter, m.state, m.claim, coalesce(m.claimed_until > now(), false) as is_claimed,
               m.unknown_since is not null as is_lost
          from manifests m
          join carrier_accounts a on a.organization_id = m.organization_id and a.id = m.account_id
         where m.organization_id = ${tx.organizationId} and m.id = ${id} for update of m`,
  );
  if (!found) throw notFound('manifest');
  return found;
}

export async function changeManifest(
  tx: TenantTransaction,
  id: string,
  changes: Record<string, unknown> & { state: ManifestState },
): Promise<void> {
  const moment = momentOf(manifestStates, changes.state);
  const reached = moment ? { [moment]: sql`coalesce(${name(moment)}, now())` } : {};
  await execute(
    tx,
    sql`update manifests set ${assignments({ ...reached, ...changes, updated_at: sql`now()` })}
         where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

/**
 * Its labels are the carrier's from now on, those it named or else all, and `isFinal` says whether for good; also those it
 * named that had left the manifest as if refused, unless they are on another by now or go back. A shipment that is being
 * cancelled has its labels on the manifest left alone: it is waited for, and the caller judges what is needed then.
 */
export async function markManifested(
  tx: TenantTransaction,
  manifestId: string,
  named: readonly string[] | undefined,
  isFinal: boolean,
): Promise<LabelRef[]> {
  const isNamedOn = sql`id = any (${[...(named ?? [])]}::uuid[])`;
  await lockParcels(tx, sql`(manifest_id = ${manifestId} or ${isNamedOn})`);
  return rows<LabelRef>(
    tx,
    sql`update label_purchases p
           set manifest_id = ${manifestId}, manifested_at = now(), is_final = ${isFinal}, manifest_error = null,
               updated_at = now()
         where p.organization_id = ${tx.organizationId} and p.manifested_at is null
           and ((p.manifest_id = ${manifestId} and (${named === undefined}::boolean or ${isNamedOn}))
             or (${isNamedOn} and p.shipment_id is not null and p.manifest_id is null and p.state = 'bought'))
        returning p.id, p.shipment_id, p.return_id, p.carton_id, p.merchant_id, p.warehouse_id, p.service_code`,
  );
}

/**
 * Its labels that the carrier did not take are free for another; returns how many. Those of parcels that are not sent after
 * all are taken back. A shipment that is being cancelled has its labels on the manifest left alone: it is waited for,
 * then judged.
 */
export async function leaveManifest(
  tx: TenantTransaction,
  manifestId: string,
  why: string | null,
): Promise<number> {
  await lockParcels(tx, sql`manifest_id = ${manifestId}`);
  return execute(
    tx,
    sql`update label_purchases p
           set manifest_id = null, manifest_error = ${why}, state = ${takenBackIfUnneeded}, attempts = 0, next_try_at = now(), said_at = now(),
               updated_at = now()
         where p.organization_id = ${tx.organizationId} and p.manifest_id = ${manifestId} and p.manifested_at is null`,
  );
}

/** The shipments of labels that no carrier has taken yet. */
async function lockParcels(tx: TenantTransaction, labels: SqlText): Promise<void> {
  const shipments = await rows<{ id: string }>(
    tx,
    sql`select distinct shipment_id as id from label_purchases
         where organization_id = ${tx.organizationId} and ${labels} and shipment_id is not null and manifested_at is null`,
  );
  await lockShipments(
    tx,
    shipments.map(({ id }) => id),
  );
}
