/** Counts of a receipt line by a barcode: two of a case of twelve are twenty-four. */
import { unitsScanned } from '../../db/receiving/scanned-barcodes.read.ts';
import type { TenantTransaction } from '../../db/database.ts';
import { barcodeOfOther, scannedQty } from '../../domain/catalog/scanned-qty.ts';
import { refusalOr, type Refusal } from '../../domain/refusal.ts';
import type { receiptCommands } from '../../queues/receiving/receipts.ts';
import type { Asked } from '../engine/handler.ts';

type Scan = Asked<typeof receiptCommands.receiveLine>;

/** The scans with their quantities in their lines' units; those without a barcode as they are. */
export async function inLineUnits(
  tx: TenantTransaction,
  asked: readonly Scan[],
): Promise<readonly (Scan | Refusal)[]> {
  const scans = asked.flatMap(({ input }, index) =>
    input.barcode ? [{ index, line_id: input.receipt_line_id, barcode: input.barcode }] : [],
  );
  if (scans.length === 0) return asked;
  const units = new Map(
    (await unitsScanned(tx, scans)).map((unit) => [scans[unit.position - 1]!.index, unit]),
  );
  return asked.map((one, index) => {
    const unit = units.get(index);
    const { barcode } = one.input;
    // Without such a line it is refused where lines are locked.
    if (!unit || !barcode) return one;
    const { factor } = unit;
    if (factor === null) return barcodeOfOther('barcode', barcode);
    const inUnit = (qty: number): number => scannedQty(qty, factor, unit.line_factor, 'barcode');
    return refusalOr(() => {
      const { received_qty: received, damaged_qty: damaged, rejected_qty: rejected } = one.input;
      const input = {
        ...one.input,
        received_qty: inUnit(received),
        damaged_qty: damaged && inUnit(damaged),
        rejected_qty: rejected && inUnit(rejected),
      };
      return { ...one, input };
    });
  });
}
