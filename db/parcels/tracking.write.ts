/** What carriers told of parcels on their way: kept once, whoever tells it how often. */
import type { TrackingEvent, TrackingKind } from '../../domain/parcels/tracking.ts';
import { silentHours } from '../../domain/parcels/tracking.ts';
import { execute, row, rows, type Database, type TenantTransaction } from '../database.ts';
import { sql, values } from '../sql-text.ts';
import { newId } from '../../domain/new-id.ts';

/** The account's label with this reference, or this number; the newest, where a carrier uses a number again. */
export async function findTrackedLabel(
  tx: TenantTransaction,
  accountId: string,
  { reference, tracking_no: no }: { reference: string | null; tracking_no: string | null },
): Promise<{ id: string; shipment_id: string } | undefined> {
  return row(
    tx,
    sql`select id, shipment_id from label_purchases
         where organization_id = ${tx.organizationId} and account_id = ${accountId} and bought_at is not null
           and (id = ${reference}::uuid or (${reference}::uuid is null and tracking_no = ${no}))
         order by bought_at desc, id limit 1`,
  );
}

/** False for what was told before. */
export async function insertTrackingEvent(
  tx: TenantTransaction,
  label: { id: string; merchant_id: string },
  event: TrackingEvent,
  source: 'webhook' | 'poll',
): Promise<boolean> {
  const record = {
    organization_id: tx.organizationId,
    id: newId(),
    label_id: label.id,
    merchant_id: label.merchant_id,
    ...event,
    source,
  };
  const inserted = await execute(
    tx,
    sql`insert into tracking_events ${values(record)} on conflict on constraint tracking_events_once do nothing`,
  );
  return inserted === 1;
}

export interface TrackingNow {
  tracking_state: TrackingKind | null;
  tracked_at: Date | null;
  shipment_status: string;
  shipped_at: Date | null;
  /** Whether another parcel of the shipment has not come to its end. */
  are_others_under_way: boolean;
}

/** How a label stands. The caller holds it locked, and its shipment. */
export async function readTracking(tx: TenantTransaction, labelId: string): Promise<TrackingNow> {
  const found = await row<TrackingNow>(
    tx,
    sql`select p.tracking_state, p.tracked_at, s.status as shipment_status, s.shipped_at,
               exists (select 1 from label_purchases o
                        where o.organization_id = p.organization_id and o.shipment_id = p.shipment_id and o.id <> p.id
                          and o.state = 'bought' and o.tracking_state is distinct from 'delivered')
                 as are_others_under_way
          from label_purchases p
          join wms_shipments s on s.organization_id = p.organization_id and s.id = p.shipment_id
         where p.organization_id = ${tx.organizationId} and p.id = ${labelId}`,
  );
  return found!;
}

/** What is newest of it, and whether it is asked after again. */
export async function changeTracking(
  tx: TenantTransaction,
  labelId: string,
  { newest, isAskedAgain }: { newest: TrackingEvent | undefined; isAskedAgain: boolean },
): Promise<void> {
  await execute(
    tx,
    sql`update label_purchases
           set tracking_state = coalesce(${newest?.kind ?? null}::text, tracking_state),
               tracked_at = coalesce(${newest?.occurred_at ?? null}::timestamptz, tracked_at),
               track_at = case when ${isAskedAgain} then now() + make_interval(hours => ${silentHours}) end
         where organization_id = ${tx.organizationId} and id = ${labelId}`,
  );
}

/** Parcels that have been silent, across all organizations; whoever takes them asks, and nobody else for a while. */
export function takeSilentLabels(
  database: Database,
  limit: number,
): Promise<{ organization_id: string; id: string }[]> {
  return rows(
    database.system,
    sql`update label_purchases p set track_at = now() + make_interval(hours => ${silentHours})
          from (select organization_id, id from label_purchases
                 where track_at <= now() and state = 'bought'
                 order by track_at limit ${limit} for update skip locked) silent
         where p.organization_id = silent.organization_id and p.id = silent.id
        returning p.organization_id, p.id`,
  );
}
