/** Prints what a carrier sold: a label like any other, so its hub prints it exactly once. */
import { presentDevices } from '../../db/printing/devices.read.ts';
import { readLabelText } from '../../db/printing/label-texts.write.ts';
import type { LockedLabel } from '../../db/parcels/labels.write.ts';
import { Refusal } from '../../domain/refusal.ts';
import { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Work } from '../engine/handler.ts';
import { queueLabels } from '../printing/queue-labels.ts';

/** Prints what its buyer wanted printed. Bought is bought: what no printer of ours is sent is said, and can be looked at. */
export async function printedLabel(
  work: Work,
  label: LockedLabel,
  zplSha256: string | null,
): Promise<string | null> {
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

/**
 * Queues the ZPL kept under this hash. Refuses what no printer of ours is sent, since the text is somebody else's. A
 * printer that has gone since is as if none had been named.
 */
export async function printLabelOf(
  work: Work,
  label: Pick<LockedLabel, 'id' | 'merchant_id' | 'warehouse_id'>,
  zplSha256: string,
  deviceId: string | null,
): Promise<void> {
  const { tx, enqueue } = work;
  const zpl = await readLabelText(tx, zplSha256);
  const [device = null] = deviceId ? await presentDevices(tx, [deviceId]) : [];
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
