/** Prints the label of a pallet that receiving built. A pallet already empty again gets none. */
import { readPalletForLabel } from '../../db/printing/pallet-label.read.ts';
import { palletLabel } from '../../domain/printing/labels.ts';
import type { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Handler } from '../handler.ts';
import { queueLabels } from './queue-labels.ts';

export const labelPallet: Handler<typeof printJobCommands.labelPallet> = async (work, input) => {
  const { lpn_id: lpnId, receipt_id: receiptId } = input;
  const pallet = await readPalletForLabel(work.tx, work.organizationId, lpnId, receiptId);
  if (!pallet) return { id: null };
  const { warehouse_id: warehouseId, merchant_id: merchantId, ...words } = pallet;
  const { ids } = await queueLabels(work, [
    {
      warehouse_id: warehouseId,
      merchant_id: merchantId,
      label_kind: 'pallet',
      ref_type: 'pallet',
      ref_id: lpnId,
      copies: 1,
      zpl_content: palletLabel(words),
    },
  ]);
  return { id: ids[0]! };
};
