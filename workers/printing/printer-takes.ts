/** Whether a printer takes a label: one it does not would wait there for good. */
import type { TenantTransaction } from '../../db/database.ts';
import { findDevice } from '../../db/printing/devices.read.ts';
import { findPrintJob } from '../../db/printing/print-jobs.read.ts';
import { fits, notTaken, type LabelType } from '../../domain/printing/label-types.ts';
import { Refusal, unknownReference } from '../../domain/refusal.ts';

/** Refuses 400 UNKNOWN_REFERENCE for a printer there is not, 422 LABEL_NOT_TAKEN for a job's label that it does not take. */
export async function assertPrinterTakes(
  tx: TenantTransaction,
  deviceId: string,
  printJobId: string,
): Promise<void> {
  const device = await findDevice(tx, deviceId);
  if (!device) throw unknownReference('device_id', 'print device');
  const job = await findPrintJob(tx, printJobId);
  if (job && !fits(job.content_type, device.takes)) throw labelNotTaken(device, job.content_type);
}

/** 422 LABEL_NOT_TAKEN {device_id, content_type, takes}. */
export function labelNotTaken(
  { id, name, takes }: { id: string; name: string; takes: readonly string[] },
  type: LabelType,
): Refusal {
  const details = { device_id: id, content_type: type, takes };
  return new Refusal('LABEL_NOT_TAKEN', notTaken(name, type, takes), details);
}
