/**
 * Labels of parcels that are not sent after all: their shipment was cancelled, their carton unpacked, or packed otherwise
 * than planned, or their return ended.
 */
import type { DomainEvent } from '../../domain/domain-event.ts';
import { labelEvent, type LabelRef } from '../../domain/parcels/events.ts';
import { labelStates, liveLabelStates, type LabelState } from '../../domain/parcels/label-states.ts';
import { unplannedSays } from '../../domain/parcels/planned-parcels.ts';
import { statesBefore } from '../../domain/state-machine.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { name, sql, type SqlText } from '../sql-text.ts';
import { isOneOf } from '../state-columns.ts';

/** Whether a label, called so in its statement, is of a parcel that is not sent. */
export function isUnneeded(label: string): SqlText {
  const of = name(label);
  return sql`(${of}.unplanned_for is not null
    or exists (select 1 from wms_shipments h
             where h.organization_id = ${of}.organization_id and h.id = ${of}.shipment_id and h.status = 'cancelled')
    or exists (select 1 from cartons c
                where c.organization_id = ${of}.organization_id and c.id = ${of}.carton_id and c.voided_at is not null)
    or exists (select 1 from returns r
                where r.organization_id = ${of}.organization_id and r.id = ${of}.return_id
                  and r.status in ('rejected', 'cancelled', 'expired')))`;
}

/** Whether a parcel has the label `p`, or may have. */
export const isLive = sql`${isOneOf('p.state', liveLabelStates)}`;

const isVoidable = isOneOf('p.state', statesBefore(labelStates, 'void'));

/** The state of a label `p` that was bought: its carrier is to take back what nobody needs. */
export const takenBackIfUnneeded = sql`case when ${isVoidable} and ${isUnneeded('p')} then 'voiding' else p.state end`;

const givenUp: LabelState = 'refused';
const unsent = sql`p.state in ('choosing', 'queued')`;
/** Why nothing is bought for it. */
export const unneeded = 'The parcel is not sent after all.';
const whyUnneeded = sql`coalesce((${JSON.stringify(unplannedSays)}::jsonb) ->> p.unplanned_for, ${unneeded})`;

/** Whether a label `p` can go back: on a manifest only once its carrier has taken that, and refunds what is on it. */
const isFree = sql`(p.manifest_id is null or (p.manifested_at is not null and not p.is_final))`;
const keptOnManifest =
  'Its carrier has it on a manifest and takes it back no more: ask for a refund there. No merchant is charged for it.';

/** Whether its carrier has the parcel of a label, called so in its statement, that comes back: it comes, whatever was decided. */
export const isComingBack = (label: string): SqlText =>
  sql`(${name(`${label}.return_id`)} is not null and coalesce(${name(`${label}.tracking_state`)}, 'announced') <> 'announced')`;
const keptComingBack =
  'Its carrier has the parcel and brings it: the label is not taken back. No merchant is charged for it.';

export interface Told {
  tx: TenantTransaction;
  emit(event: DomainEvent): void;
  signal(wake: { kind: 'look'; reason: 'labels' }): void;
}

/**
 * Has the carrier take back what was bought for them, and asks for nothing that has not been sent. What is being asked for
 * at this moment is taken back once it was bought; what its carrier takes back no more is told. The caller holds the
 * shipments or returns locked, which these are.
 */
export async function takeBackUnneeded(told: Told, documentIds: readonly string[]): Promise<void> {
  const { tx, emit } = told;
  const takenBack = await rows<LabelRef & { state: LabelState; account_id: string | null; reason: string }>(
    tx,
    sql`update label_purchases p
           set state = case when ${isVoidable} then 'voiding' else ${givenUp} end, was_dearer = p.state = 'dearer',
               refused_at = case when ${unsent} then now() end, last_error = ${whyUnneeded},
               attempts = 0, next_try_at = now(), said_at = now(), updated_at = now()
         where p.organization_id = ${tx.organizationId} and ${isOf(documentIds)}
           and (${unsent} or ${isVoidable}) and ${isUnneeded('p')} and ${isFree} and not ${isComingBack('p')}
        returning ${ofLabel}, p.account_id, p.state, p.last_error as reason`,
  );
  if (takenBack.length > 0) told.signal({ kind: 'look', reason: 'labels' });
  for (const { state, account_id: account, reason, ...label } of takenBack) {
    if (state !== givenUp) continue;
    const previous_state = account === null ? 'choosing' : 'queued';
    emit(labelEvent(label, 'refused', { state, previous_state, reason }));
  }
  await tellKept(told, documentIds);
}

const isOf = (documentIds: readonly string[]): SqlText =>
  sql`(p.shipment_id = any (${[...documentIds]}::uuid[]) or p.return_id = any (${[...documentIds]}::uuid[]))`;

const ofLabel = sql`p.id, p.shipment_id, p.return_id, p.carton_id, p.merchant_id, p.warehouse_id, p.service_code`;

/** Tells, once, of those that were bought for nothing. */
async function tellKept({ tx, emit }: Told, documentIds: readonly string[]): Promise<void> {
  const kept = await rows<LabelRef & { state: LabelState; reason: string }>(
    tx,
    sql`update label_purchases p
           set unneeded_since = now(), updated_at = now(),
               last_error = case when ${isComingBack('p')} then ${keptComingBack} else ${keptOnManifest} end
         where p.organization_id = ${tx.organizationId} and ${isOf(documentIds)} and ${isVoidable}
           and (p.is_final or ${isComingBack('p')}) and p.unneeded_since is null and ${isUnneeded('p')}
        returning ${ofLabel}, p.state, p.last_error as reason`,
  );
  for (const { state, reason, ...label } of kept)
    emit(labelEvent(label, 'unneeded', { state, previous_state: state, reason }));
}

/** Its carrier was asked to take it back, and keeps it. */
export async function markUnneeded(tx: TenantTransaction, labelId: string): Promise<void> {
  await execute(
    tx,
    sql`update label_purchases set unneeded_since = coalesce(unneeded_since, now())
         where organization_id = ${tx.organizationId} and id = ${labelId}`,
  );
}
