/** Queues and dispatches a label that another command made: the pallet just received, the shipment just shipped. */
import { readLabelText } from '../../db/printing/label-texts.write.ts';
import { unknownReference } from '../../domain/refusals.ts';
import type { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Handler } from '../handler.ts';
import { queueLabels } from './queue-labels.ts';

export const printLabel: Handler<typeof printJobCommands.printLabel> = async (
  work,
  { zpl_sha256: sha256, ...label },
) => {
  const zpl = await readLabelText(work.tx, work.organizationId, sha256);
  if (zpl === undefined) throw unknownReference('zpl_sha256', 'label text');
  const { ids } = await queueLabels(work, [{ ...label, zpl_content: zpl }]);
  return { id: ids[0]! };
};
