/** What everybody is told of a label, whoever says so: the carrier, or a person. */
import { hideTracking, showTracking, type LockedLabel } from '../../db/parcels/labels.write.ts';
import { takeBackUnneeded } from '../../db/parcels/unneeded-labels.write.ts';
import { labelEvent } from '../../domain/parcels/events.ts';
import type { Work } from '../engine/handler.ts';

/** It was bought: its shipment shows its number, if it has none yet. What nobody needs any more
 * goes back at once. */
export async function tellBought(
  { tx, emit }: Work,
  label: LockedLabel,
  { tracking_no, carrier_code }: { tracking_no: string | null; carrier_code: string | null },
): Promise<void> {
  const { shipment_id, service_code, state: previous_state } = label;
  emit(labelEvent(label, 'bought', { state: 'bought', previous_state, tracking_no, carrier_code }));
  if (label.is_unneeded) return takeBackUnneeded({ tx, emit }, shipment_id);
  if (tracking_no) await showTracking(tx, shipment_id, { tracking_no, carrier_code, service_code });
}

/** It was bought for more than was quoted and is tolerated: a person decides before it is printed or shown. */
export async function tellDearer(
  { tx, emit }: Work,
  label: LockedLabel,
  { tracking_no, carrier_code }: { tracking_no: string | null; carrier_code: string | null },
): Promise<void> {
  emit(
    labelEvent(label, 'dearer', { state: 'dearer', previous_state: label.state, tracking_no, carrier_code }),
  );
  if (label.is_unneeded) await takeBackUnneeded({ tx, emit }, label.shipment_id);
}

/** It was taken back; the caller has written that. */
export async function tellVoided({ tx, emit }: Work, label: LockedLabel): Promise<void> {
  const { shipment_id, tracking_no, carrier_code, state: previous_state } = label;
  if (tracking_no) await hideTracking(tx, shipment_id, tracking_no);
  emit(labelEvent(label, 'voided', { state: 'voided', previous_state, tracking_no, carrier_code }));
}
