/** What becomes of a label that was bought or taken back, whoever says so: it is printed, told, and shown. */
import { hideTracking, showTracking, type LockedLabel } from '../../db/parcels/labels.write.ts';
import { presentDevices } from '../../db/printing/devices.read.ts';
import { readLabelText } from '../../db/printing/label-texts.write.ts';
import { Refusal } from '../../domain/refusal.ts';
import { customsCommands } from '../../queues/parcels/customs.ts';
import { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Work } from '../engine/handler.ts';
import { queueLabels } from '../printing/queue-labels.ts';
import { markUnneeded, takeBackUnneeded } from '../../db/parcels/unneeded-labels.write.ts';
import { awaitRefund } from '../../db/parcels/refunds.write.ts';
import { documentOf, labelEvent } from '../../domain/parcels/events.ts';
import type { LabelState } from '../../domain/parcels/label-states.ts';
import { carriers } from './carriers/carriers.ts';
import { deliverOnceAllCame } from './deliver-shipment.ts';

/** It was bought: its shipment shows its number, if it has none yet. What nobody needs any more
 * goes back at once. */
export async function tellBought(
  work: Work,
  label: LockedLabel,
  { tracking_no, carrier_code }: { tracking_no: string | null; carrier_code: string | null },
): Promise<void> {
  const { tx, emit } = work;
  const { shipment_id, service_code, state: previous_state } = label;
  emit(labelEvent(label, 'bought', { state: 'bought', previous_state, tracking_no, carrier_code }));
  if (label.is_unneeded) return takeBackUnneeded(work, [documentOf(label)]);
  if (tracking_no && shipment_id)
    await showTracking(tx, shipment_id, { tracking_no, carrier_code, service_code });
}

/** It was bought for more than was quoted and is tolerated: a person decides before it is printed or shown. */
export async function tellDearer(
  work: Work,
  label: LockedLabel,
  { tracking_no, carrier_code }: { tracking_no: string | null; carrier_code: string | null },
): Promise<void> {
  work.emit(
    labelEvent(label, 'dearer', { state: 'dearer', previous_state: label.state, tracking_no, carrier_code }),
  );
  if (label.is_unneeded) await takeBackUnneeded(work, [documentOf(label)]);
}

/** It was taken back; the caller has written that. Its shipment may have waited for it alone. */
export async function tellVoided(work: Work, label: LockedLabel): Promise<void> {
  const { tx, emit } = work;
  const { shipment_id, tracking_no, carrier_code, state: previous_state } = label;
  if (tracking_no && shipment_id) await hideTracking(tx, { ...label, shipment_id, tracking_no });
  emit(labelEvent(label, 'voided', { state: 'voided', previous_state, tracking_no, carrier_code }));
  if (label.adapter && carriers[label.adapter].askRefund) await awaitRefund(tx, label.id);
  if (shipment_id) await deliverOnceAllCame(work, shipment_id);
}

/**
 * It was not taken back. One that was bought and is needed is shown where no number is: another one's may have been taken
 * back meanwhile, and its shipment left without any.
 */
export async function tellVoidRefused(
  { tx, emit }: Work,
  label: LockedLabel,
  state: LabelState,
  reason: string,
): Promise<void> {
  const { shipment_id, tracking_no, carrier_code, service_code, state: previous_state } = label;
  if (label.is_unneeded) {
    await markUnneeded(tx, label.id);
    // It stands on no parcel.
    if (tracking_no && shipment_id) await hideTracking(tx, { ...label, shipment_id, tracking_no });
  } else if (state === 'bought' && tracking_no && shipment_id)
    await showTracking(tx, shipment_id, { tracking_no, carrier_code, service_code });
  emit(labelEvent(label, 'void_refused', { state, previous_state, reason }));
}

/** Prints what its buyer wanted printed, its commercial invoice as well. Bought is bought: what no printer of ours is sent is said, and can be looked at. */
export async function printedLabel(
  work: Work,
  label: LockedLabel,
  zplSha256: string | null,
): Promise<string | null> {
  const declaration = label.parcel?.customs?.declaration_id;
  if (label.is_invoice_printed && declaration && !label.is_unneeded)
    work.enqueue(customsCommands.printInvoice, {
      declaration_id: declaration,
      device_id: await presentDevice(work, label.device_id),
    });
  if (!label.is_printed || !zplSha256 || label.is_unneeded) return null;
  try {
    await printLabelOf(work, label, zplSha256, label.device_id);
    return null;
  } catch (fault) {
    // The text is judged before anything is written.
    if (fault instanceof Refusal) return `It is not printed: ${fault.message}`;
    throw fault;
  }
}

/** A printer that has gone since is as if none had been named. */
async function presentDevice({ tx }: Pick<Work, 'tx'>, deviceId: string | null): Promise<string | null> {
  const [device = null] = deviceId ? await presentDevices(tx, [deviceId]) : [];
  return device;
}

/**
 * Queues the ZPL kept under this hash. Refuses what no printer of ours is sent, since the text is somebody else's.
 */
export async function printLabelOf(
  work: Work,
  label: Pick<LockedLabel, 'id' | 'merchant_id' | 'warehouse_id'>,
  zplSha256: string,
  deviceId: string | null,
): Promise<void> {
  const { tx, enqueue } = work;
  const zpl = await readLabelText(tx, zplSha256);
  const device = await presentDevice(work, deviceId);
  const { labels, areOffered } = await queueLabels(work, [
    {
      zpl_content: zpl,
      merchant_id: label.merchant_id,
      warehouse_id: label.warehouse_id,
      device_id: device,
      label_kind: 'shipping',
      ref_type: 'label',
      ref_id: label.id,
    },
  ]);
  if (!areOffered) enqueue(printJobCommands.dispatch, { print_job_ids: labels.map(({ id }) => id) });
}
