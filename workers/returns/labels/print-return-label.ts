/** Prints the label of a parcel that comes back, whose barcode is the return's number: it is what the dock scans. */
import { readReturnForLabel } from '../../../db/returns/return-label.read.ts';
import { lockReturn } from '../../../db/returns/returns.write.ts';
import { addressLines } from '../../../domain/paper/address-lines.ts';
import { returnLabel } from '../../../domain/returns/return-label.ts';
import { returnStates } from '../../../domain/returns/return-states.ts';
import { nextState } from '../../../domain/state-machine.ts';
import type { returnLabelCommands } from '../../../queues/returns/return-labels.ts';
import type { Handler } from '../../engine/handler.ts';
import { queueLabels } from '../../printing/queue-labels.ts';

export const printReturnLabel: Handler<typeof returnLabelCommands.printReturnLabel> = async (
  work,
  { return_id: id, copies = 1, device_id = null },
) => {
  const { id: returnId, status, return_no, warehouse_id, merchant_id } = await lockReturn(work.tx, id);
  nextState(returnStates, status, 'print_label');
  const { warehouse, address, merchant, order_no } = await readReturnForLabel(work.tx, returnId);
  const { labels } = await queueLabels(work, [
    {
      warehouse_id,
      merchant_id,
      device_id,
      label_kind: 'return',
      ref_type: 'return',
      ref_id: returnId,
      copies,
      zpl_content: returnLabel({
        return_no,
        merchant,
        order_no,
        to: addressLines({ name: warehouse, ...address }),
      }),
    },
  ]);
  return { id: returnId, print_job_id: labels[0]!.id };
};
