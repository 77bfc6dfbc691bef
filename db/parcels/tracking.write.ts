/** What carriers told of parcels on their way: kept once, whoever tells it how often. */
import { trackingKinds, type TrackingKind } from '../../domain/catalog/tracking-kinds.ts';
import type { TrackingEvent } from '../../domain/parcels/tracking.ts';
import {
  aheadMostHours,
  silentHours,
  silentMostDays,
  silentOftenDays,
} from '../../domain/parcels/tracking.ts';
import { liveLabelStates } from '../../domain/parcels/label-states.ts';
import { execute, row, rows, type Database, type TenantTransaction } from '../database.ts';
import { name, sql, values, type SqlText } from '../sql-text.ts';
import { dueInTurn } from './due-in-turn.ts';
import { isOneOf } from '../state-columns.ts';
import { isLive, isUnneeded } from './unneeded-labels.write.ts';
import { newId } from '../../domain/new-id.ts';

/** The account's label with this reference, or this number; the newest, where a carrier uses a number again. */
export async function findTrackedLabel(
  tx: TenantTransaction,
  accountId: string,
  { reference, tracking_no: no }: { reference: string | null; tracking_no: string | null },
): Promise<{ id: string; document_id: string } | undefined> {
  return row(
    tx,
    sql`select id, coalesce(shipment_id, return_id) as document_id from label_purchases
         where organization_id = ${tx.organizationId} and account_id = ${accountId} and bought_at is not null
           and (id = ${reference}::uuid or (${reference}::uuid is null and tracking_no = ${no}))
         order by bought_at desc, id limit 1`,
  );
}

/** Keeps what was not told before. */
export async function keepTrackingEvent(
  tx: TenantTransaction,
  label: { id: string; merchant_id: string },
  event: TrackingEvent,
  source: 'webhook' | 'poll',
): Promise<void> {
  const record = {
    organization_id: tx.organizationId,
    id: newId(),
    label_id: label.id,
    merchant_id: label.merchant_id,
    ...event,
    source,
  };
  await execute(
    tx,
    sql`insert into tracking_events ${values(record)} on conflict on constraint tracking_events_once do nothing`,
  );
}

export type Newest = Pick<TrackingEvent, 'kind' | 'occurred_at' | 'says'>;

/** The newest that was told of a label, in whatever order it came. */
export function findNewest(tx: TenantTransaction, labelId: string): Promise<Newest | undefined> {
  return row<Newest>(
    tx,
    sql`select kind, occurred_at, says from tracking_events
         where organization_id = ${tx.organizationId} and label_id = ${labelId}
           and occurred_at <= received_at + make_interval(hours => ${aheadMostHours})
         order by occurred_at desc, array_position(${[...trackingKinds]}::text[], kind) desc limit 1`,
  );
}

export interface TrackingNow {
  tracking_state: TrackingKind | null;
  shipped_at: Date | null;
}

/** How a label stands; what comes back is sent once its label is bought. The caller holds it locked. */
export async function readTracking(tx: TenantTransaction, labelId: string): Promise<TrackingNow> {
  const found = await row<TrackingNow>(
    tx,
    sql`select p.tracking_state, case when p.shipment_id is null then p.bought_at else s.shipped_at end as shipped_at
          from label_purchases p
          left join wms_shipments s on s.organization_id = p.organization_id and s.id = p.shipment_id
         where p.organization_id = ${tx.organizationId} and p.id = ${labelId}`,
  );
  return found!;
}

/**
 * When the last parcel of a shipment that has left came; undefined while one is under way: it was not delivered yet, its
 * label is being bought or waits for a person, or it left and has none. The caller holds the shipment locked.
 */
export function lastDelivered(
  tx: TenantTransaction,
  shipmentId: string,
): Promise<{ at: Date; shipped_at: Date } | undefined> {
  return row(
    tx,
    sql`select max(p.tracked_at) as at, s.shipped_at
          from wms_shipments s
          join label_purchases p on p.organization_id = s.organization_id and p.shipment_id = s.id
           and ${isLive} and not ${isUnneeded('p')}
         where s.organization_id = ${tx.organizationId} and s.id = ${shipmentId} and s.status = 'shipped'
           and not exists (
             select 1 from cartons c
              where c.organization_id = s.organization_id and c.shipment_id = s.id and c.voided_at is null
                and exists (select 1 from label_purchases o
                             where o.organization_id = c.organization_id and o.carton_id = c.id)
                and not exists (select 1 from label_purchases o
                                 where o.organization_id = c.organization_id and o.shipment_id = c.shipment_id
                                   and (o.carton_id is null or o.carton_id = c.id)
                                   and ${isOneOf('o.state', liveLabelStates)}))
         group by s.organization_id, s.id, s.shipped_at
        having bool_and(p.tracking_state is not distinct from 'delivered')`,
  );
}

/**
 * When a label `p` of which the newest was told then is asked after, if nothing comes: the longer it has been silent, the
 * later, and in the end no more.
 */
const askedNext = (toldAt: SqlText): SqlText => {
  const silence = sql`now() - least(greatest(p.bought_at, ${toldAt}), now())`;
  return sql`case when ${silence} < make_interval(days => ${silentOftenDays}) then now() + make_interval(hours => ${silentHours})
                  when ${silence} < make_interval(days => ${silentMostDays}) then now() + interval '1 day' end`;
};

/** What is newest of it, and whether it is asked after again. */
export async function changeTracking(
  tx: TenantTransaction,
  labelId: string,
  { newest, isAskedAgain }: { newest: Newest | undefined; isAskedAgain: boolean },
): Promise<void> {
  const toldAt = sql`${newest?.occurred_at ?? null}::timestamptz`;
  await execute(
    tx,
    sql`update label_purchases p
           set tracking_state = coalesce(${newest?.kind ?? null}::text, p.tracking_state),
               tracked_at = coalesce(${toldAt}, p.tracked_at),
               track_at = case when ${isAskedAgain} then ${askedNext(sql`coalesce(${toldAt}, p.tracked_at)`)} end
         where p.organization_id = ${tx.organizationId} and p.id = ${labelId}`,
  );
}

const isBought = (label: string): SqlText => sql`${name(`${label}.state`)} = 'bought'`;

/**
 * Parcels that have been silent, across all organizations, which take turns; whoever takes them asks, and nobody else for a
 * while.
 */
export function takeSilentLabels(
  database: Database,
  limit: number,
): Promise<{ organization_id: string; id: string }[]> {
  return rows(
    database.system,
    sql`update label_purchases p set track_at = ${askedNext(sql`p.tracked_at`)}
          from ${dueInTurn('track_at', limit, isBought)} silent
         where p.organization_id = silent.organization_id and p.id = silent.id
        returning p.organization_id, p.id`,
  );
}
