/** Labels of parcels that are not sent after all: their shipment was cancelled, or their carton unpacked. */
import type { DomainEvent } from '../../domain/domain-event.ts';
import { labelEvent, type LabelRef } from '../../domain/parcels/events.ts';
import { labelStates, liveLabelStates, type LabelState } from '../../domain/parcels/label-states.ts';
import { statesBefore } from '../../domain/state-machine.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { isOneOf } from '../state-columns.ts';

/** Whether a label `p` is of a parcel that is not sent. */
export const isUnneeded = sql`(
  exists (select 1 from wms_shipments s
           where s.organization_id = p.organization_id and s.id = p.shipment_id and s.status = 'cancelled')
  or exists (select 1 from cartons c
              where c.organization_id = p.organization_id and c.id = p.carton_id and c.voided_at is not null))`;

/** Whether a parcel has the label `p`, or may have. */
export const isLive = sql`${isOneOf('p.state', liveLabelStates)}`;

const isVoidable = isOneOf('p.state', statesBefore(labelStates, 'void'));

/** The state of a label `p` that was bought: its carrier is to take back what nobody needs. */
export const takenBackIfUnneeded = sql`case when ${isVoidable} and ${isUnneeded} then 'voiding' else p.state end`;

const givenUp: LabelState = 'refused';
const unsent = sql`p.state in ('choosing', 'queued')`;
const reason = 'The parcel is not sent after all.';

/**
 * Has the carrier take back what was bought for them, and asks for nothing that has not been sent. What is being asked for
 * at this moment is taken back once it was bought. The caller holds the shipment locked.
 */
export async function takeBackUnneeded(
  { tx, emit }: { tx: TenantTransaction; emit(event: DomainEvent): void },
  shipmentId: string,
): Promise<void> {
  const takenBack = await rows<LabelRef & { state: LabelState; account_id: string | null }>(
    tx,
    sql`update label_purchases p
           set state = case when ${isVoidable} then 'voiding' else ${givenUp} end,
               refused_at = case when ${unsent} then now() end, last_error = ${reason},
               attempts = 0, next_try_at = now(), updated_at = now()
         where p.organization_id = ${tx.organizationId} and p.shipment_id = ${shipmentId}
           and (${unsent} or ${isVoidable}) and ${isUnneeded}
           and p.manifest_id is null
        returning p.id, p.shipment_id, p.carton_id, p.merchant_id, p.warehouse_id, p.service_code, p.account_id, p.state`,
  );
  for (const { state, account_id: account, ...label } of takenBack) {
    if (state !== givenUp) continue;
    const previous_state = account === null ? 'choosing' : 'queued';
    emit(labelEvent(label, 'refused', { state, previous_state, reason }));
  }
}
