/** Prints the labels of pallets, under their own SSCCs. A pallet that is empty again gets none. */
import { giveSsccs } from '../../db/inventory/gs1-numbers.write.ts';
import { readPalletsForLabel } from '../../db/printing/pallet-label.read.ts';
import { palletLabel } from '../../domain/printing/labels.ts';
import { whyNoCompanyPrefix } from '../../domain/tenancy/gs1-prefix.ts';
import type { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { HandlerOfMany } from '../engine/handler.ts';
import { queueLabelsOf } from './queue-labels.ts';

export const labelPallet: HandlerOfMany<typeof printJobCommands.labelPallet> = async (tx, asked) => {
  const pallets = await readPalletsForLabel(
    tx,
    asked.map(({ input: { lpn_id, receipt_id = null } }) => ({ lpn_id, receipt_id })),
  );
  const labelled = asked.flatMap(({ work, input: { lpn_id } }, index) => {
    const pallet = pallets[index];
    return pallet ? [{ work, lpn_id, pallet }] : [];
  });
  if (labelled.length === 0) return asked.map(() => ({ id: null }));
  const unnumbered = labelled.filter(
    ({ pallet: { sscc, gs1_company_prefix: prefix } }) => sscc === null && !whyNoCompanyPrefix(prefix),
  );
  // The counter stays locked until commit, so it is taken after everything that might wait.
  const ssccs = await giveSsccs(
    tx,
    unnumbered.map(({ lpn_id: id }) => id),
  );
  const queued = await queueLabelsOf(
    tx,
    labelled.map(({ work, lpn_id, pallet }) => ({
      work,
      job: {
        warehouse_id: pallet.warehouse_id,
        merchant_id: pallet.merchant_id,
        label_kind: 'pallet',
        ref_type: 'pallet',
        ref_id: lpn_id,
        copies: 1,
        zpl_content: palletLabel({ ...pallet, sscc: pallet.sscc ?? ssccs.get(lpn_id) ?? null }),
      },
    })),
  );
  const idOf = new Map(queued.map(({ work, label }) => [work, label.id]));
  return asked.map(({ work }) => ({ id: idOf.get(work) ?? null }));
};
