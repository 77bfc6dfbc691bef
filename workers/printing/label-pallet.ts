/** Prints the label of a pallet built during receiving, under its own SSCC. A pallet that is empty again gets none. */
import { giveSscc } from '../../db/inventory/gs1-numbers.write.ts';
import { readPalletForLabel } from '../../db/printing/pallet-label.read.ts';
import { palletLabel } from '../../domain/printing/labels.ts';
import { whyNoCompanyPrefix } from '../../domain/tenancy/gs1-prefix.ts';
import type { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Handler } from '../engine/handler.ts';
import { queueLabels } from './queue-labels.ts';

export const labelPallet: Handler<typeof printJobCommands.labelPallet> = async (work, input) => {
  const { tx } = work;
  const { lpn_id: lpnId, receipt_id: receiptId } = input;
  const pallet = await readPalletForLabel(tx, lpnId, receiptId);
  if (!pallet) return { id: null };
  const { warehouse_id: warehouseId, merchant_id: merchantId, gs1_company_prefix: prefix, ...words } = pallet;
  // The counter stays locked until commit, so it is taken after everything that might wait.
  const sscc = words.sscc ?? (whyNoCompanyPrefix(prefix) ? null : await giveSscc(tx, lpnId));
  const { labels } = await queueLabels(work, [
    {
      warehouse_id: warehouseId,
      merchant_id: merchantId,
      label_kind: 'pallet',
      ref_type: 'pallet',
      ref_id: lpnId,
      copies: 1,
      zpl_content: palletLabel({ ...words, sscc }),
    },
  ]);
  return { id: labels[0]!.id };
};
