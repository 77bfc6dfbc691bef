/** Writes of labels by their commands. Lock order: order, shipment or return, label. */
import type { Adapter, LabelFormat } from '../../domain/parcels/carriers.ts';
import { labelStates, liveLabelStates, type LabelState } from '../../domain/parcels/label-states.ts';
import type { Parcel } from '../../domain/parcels/parcel.ts';
import type { ParcelKey } from '../../domain/parcels/planned-parcels.ts';
import { fileTypeOf } from '../../domain/parcels/label-files.ts';
import { silentHours } from '../../domain/parcels/tracking.ts';
import { notFound } from '../../domain/refusal.ts';
import { momentOf, type InitialIn } from '../../domain/state-machine.ts';
import { execute, row, type TenantTransaction } from '../database.ts';
import type { LabelOf } from '../../domain/parcels/events.ts';
import { assignments, name, sql, values, type SqlText } from '../sql-text.ts';
import { isOneOf } from '../state-columns.ts';
import { isUnneeded } from './unneeded-labels.write.ts';
import { lockShipment } from '../shipping/shipments.write.ts';

export type NewLabel = LabelOf &
  ParcelKey & {
    id: string;
    merchant_id: string;
    warehouse_id: string;
    rule_id: string | null;
    /** The state, and what its account is asked for: nothing while its carrier is being chosen. */
    state: InitialIn<typeof labelStates>;
    account_id: string | null;
    service_code: string | null;
    label_format: LabelFormat | null;
    quote_id: string | null;
    quoted_amount: string | null;
    quoted_currency: string | null;
    tolerance_percent: string;
    parcel: Parcel | null;
    is_printed: boolean;
    is_invoice_printed: boolean;
    device_id: string | null;
    created_by: string;
  };

/** The caller holds the shipment or return locked, and has looked for a live label of the parcel. */
export async function insertLabel(tx: TenantTransaction, { parcel, ...label }: NewLabel): Promise<void> {
  const record = { organization_id: tx.organizationId, ...label, parcel: parcel && JSON.stringify(parcel) };
  await execute(tx, sql`insert into label_purchases ${values(record)}`);
}

/**
 * A label of the parcel that keeps another from being bought: its own, or one of the whole shipment or return; of all that
 * is sent, that of a planned carton as well. What was bought for a carton that is not packed as planned keeps nobody from
 * another.
 */
export function findLiveLabel(
  tx: TenantTransaction,
  of: LabelOf,
  { carton_id, planned_sscc }: ParcelKey,
): Promise<{ id: string; state: LabelState } | undefined> {
  const isOfIt =
    carton_id === null && planned_sscc === null ? sql`true` : sql`planned_sscc = ${planned_sscc}::text`;
  return row(
    tx,
    sql`select id, state from label_purchases
         where organization_id = ${tx.organizationId} and ${isOf(of)}
           and case when carton_id is not null then carton_id = ${carton_id}
                    else planned_sscc is null or (unplanned_for is null and ${isOfIt}) end and ${isOneOf('state', liveLabelStates)} limit 1`,
  );
}

const isOf = ({ shipment_id, return_id }: LabelOf): SqlText =>
  shipment_id === null ? sql`return_id = ${return_id}` : sql`shipment_id = ${shipment_id}`;

/** Any label of the shipment, whichever of its parcels it is of. */
export function findLiveLabelOfShipment(
  tx: TenantTransaction,
  shipmentId: string,
): Promise<{ id: string; state: LabelState } | undefined> {
  return row(
    tx,
    sql`select id, state from label_purchases
         where organization_id = ${tx.organizationId} and shipment_id = ${shipmentId}
           and ${isOneOf('state', liveLabelStates)} limit 1`,
  );
}

/** Whether a label of one of the shipment's parcels was refused, or taken back, since it left. */
export async function hasLostLabel(tx: TenantTransaction, shipmentId: string): Promise<boolean> {
  const found = await row(
    tx,
    sql`select 1 from label_purchases p
          join wms_shipments s on s.organization_id = p.organization_id and s.id = p.shipment_id
         where p.organization_id = ${tx.organizationId} and p.shipment_id = ${shipmentId}
           and greatest(p.refused_at, p.voided_at) >= s.shipped_at and not ${isUnneeded('p')} limit 1`,
  );
  return found !== undefined;
}

export type LockedLabel = LabelOf &
  ParcelKey & {
    id: string;
    merchant_id: string;
    warehouse_id: string;
    account_id: string | null;
    manifest_id: string | null;
    is_manifested: boolean;
    /** Its carrier takes it back no more. */
    is_final: boolean;
    vendor_shipment_id: string | null;
    service_code: string | null;
    rule_id: string | null;
    quoted_amount: string | null;
    quoted_currency: string | null;
    tolerance_percent: string;
    parcel: Parcel | null;
    state: LabelState;
    is_printed: boolean;
    /** Whether its commercial invoice is printed with it. */
    is_invoice_printed: boolean;
    device_id: string | null;
    /** Who wanted it. */
    created_by: string;
    tracking_no: string | null;
    carrier_code: string | null;
    claim: string | null;
    /** Somebody is asking the carrier at this moment. */
    is_claimed: boolean;
    is_lost: boolean;
    zpl_sha256: string | null;
    account_carrier_code: string | null;
    adapter: Adapter | null;
    /** Null too where the account is the operator's. */
    account_merchant_id: string | null;
    /** Its parcel is not sent after all. */
    is_unneeded: boolean;
    /** It is known that its carrier keeps it for nothing. */
    is_kept_for_nothing: boolean;
    is_refund_refused: boolean;
    /** Of one to be taken back: that it was dearer than was quoted, and nobody had accepted it. */
    was_dearer: boolean;
  };

/** Locks a label after its shipment or return. Refuses 404. */
export async function lockLabel(tx: TenantTransaction, id: string): Promise<LockedLabel> {
  const of = await row<LabelOf>(
    tx,
    sql`select shipment_id, return_id from label_purchases where organization_id = ${tx.organizationId} and id = ${id}`,
  );
  if (!of) throw notFound('label');
  if (of.shipment_id !== null) await lockShipment(tx, of.shipment_id);
  else
    await execute(
      tx,
      sql`select from returns where organization_id = ${tx.organizationId} and id = ${of.return_id} for update`,
    );
  const found = await row<LockedLabel>(
    tx,
    sql`select p.id, p.shipment_id, p.return_id, p.carton_id, p.planned_sscc, p.merchant_id, p.warehouse_id, p.account_id,
               p.manifest_id, p.manifested_at is not null as is_manifested, p.is_final, p.vendor_shipment_id, p.service_code, p.rule_id, p.quoted_amount,
               p.quoted_currency, p.tolerance_percent, p.parcel, p.state, p.is_printed,
               p.is_invoice_printed, p.created_by, p.device_id, p.tracking_no, p.carrier_code, p.claim,
               coalesce(p.claimed_until > now(), false) as is_claimed,
               p.unknown_since is not null as is_lost, encode(p.zpl_sha256, 'hex') as zpl_sha256, a.adapter,
               a.carrier_code as account_carrier_code, a.merchant_id as account_merchant_id,
               ${isUnneeded('p')} as is_unneeded, p.unneeded_since is not null as is_kept_for_nothing, p.was_dearer,
               p.refund_refused_at is not null as is_refund_refused
          from label_purchases p
          left join carrier_accounts a on a.organization_id = p.organization_id and a.id = p.account_id
         where p.organization_id = ${tx.organizationId} and p.id = ${id} for update of p`,
  );
  return found!;
}

/** Changes a label, with the moment at which it first came to its state. The caller holds it locked. */
export async function changeLabel(
  tx: TenantTransaction,
  id: string,
  changes: Record<string, unknown> & { state: LabelState },
): Promise<void> {
  const moment = momentOf(labelStates, changes.state);
  const reached = moment ? { [moment]: sql`coalesce(${name(moment)}, now())` } : {};
  const followed =
    changes.state === 'bought'
      ? { track_at: sql`coalesce(track_at, now() + make_interval(hours => ${silentHours}))` }
      : {};
  await execute(
    tx,
    sql`update label_purchases set ${assignments({ ...reached, ...followed, ...changes, updated_at: sql`now()` })}
         where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

/** Whether its carrier did not take the account when it refused it. */
export async function markAccountRefused(
  tx: TenantTransaction,
  id: string,
  isRefused: boolean,
): Promise<void> {
  await execute(
    tx,
    sql`update label_purchases set is_account_refused = ${isRefused} where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

/** What it says last was said of an account that is not its merchant's, which is told of it no longer than it stands. */
export async function markForeignError(tx: TenantTransaction, id: string): Promise<void> {
  await execute(
    tx,
    sql`update label_purchases set foreign_error = last_error where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

/** Nobody is asking, and nothing is in doubt. */
export const settled = {
  claim: null,
  claimed_until: null,
  unknown_since: null,
  attempts: 0,
  next_try_at: sql`now()`,
  said_at: sql`now()`,
};

/** Nobody wants it any more, and it is paid for. */
export const keptForNothing = {
  ...settled,
  bought_at: sql`coalesce(bought_at, now())`,
  unneeded_since: sql`coalesce(unneeded_since, now())`,
};

type TakenBack = Pick<LockedLabel, 'carrier_code' | 'service_code'> & {
  shipment_id: string;
  tracking_no: string;
};

/** Its first parcel's number is the shipment's. */
export async function showTracking(
  tx: TenantTransaction,
  shipmentId: string,
  {
    tracking_no: no,
    carrier_code: code,
    service_code: service,
  }: { tracking_no: string; carrier_code: string | null; service_code: string | null },
): Promise<void> {
  await execute(
    tx,
    sql`update wms_shipments
           set tracking_no = ${no}, carrier_code = coalesce(${code}::text, carrier_code), service_code = ${service},
               updated_at = now()
         where organization_id = ${tx.organizationId} and id = ${shipmentId} and tracking_no is null`,
  );
}

/**
 * A number that was taken back is shown no longer: what is there shows its next parcel's. Without one an order's shipment goes
 * by the order's carrier again, unless somebody has named another than the label's since.
 */
export async function hideTracking(
  tx: TenantTransaction,
  { shipment_id: shipmentId, tracking_no: no, carrier_code: carrier, service_code: service }: TakenBack,
): Promise<void> {
  await execute(
    tx,
    sql`update wms_shipments s
           set updated_at = now(), tracking_no = next.tracking_no,
               carrier_code = case when next.tracking_no is not null then coalesce(next.carrier_code, s.carrier_code)
                                   when next.order_id is not null and s.carrier_code = ${carrier} then next.of_order
                                   else s.carrier_code end,
               service_code = case when next.tracking_no is not null then next.service_code
                                   when next.order_id is not null and s.service_code = ${service} then next.service_of_order
                                   else s.service_code end
          from (select o.id as order_id, o.carrier_code as of_order, o.service_code as service_of_order, b.*
                  from wms_shipments h
                  left join sales_orders o on o.organization_id = h.organization_id and o.id = h.order_id
                  left join lateral (
                    select p.tracking_no, p.carrier_code, p.service_code from label_purchases p
                     where p.organization_id = h.organization_id and p.shipment_id = h.id and p.state = 'bought'
                       and p.tracking_no is not null and not ${isUnneeded('p')}
                     order by p.bought_at, p.id limit 1) b on true
                 where h.organization_id = ${tx.organizationId} and h.id = ${shipmentId}) next
         where s.organization_id = ${tx.organizationId} and s.id = ${shipmentId} and s.tracking_no = ${no}`,
  );
}

/** Keeps a paper, or a label that is not ZPL, once; returns its hash in hexadecimal. */
export async function keepLabelFile(tx: TenantTransaction, content: Buffer): Promise<string> {
  const found = await row<{ sha256: string }>(
    tx,
    sql`with kept as (
          insert into label_files (organization_id, sha256, content_type, content)
          values (${tx.organizationId}, sha256(${content}::bytea), ${fileTypeOf(content)}, ${content})
          on conflict do nothing)
        select encode(sha256(${content}::bytea), 'hex') as sha256`,
  );
  return found!.sha256;
}
