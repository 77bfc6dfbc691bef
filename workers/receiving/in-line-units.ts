/** Counts of a receipt line by a barcode: two of a case of twelve are twenty-four. */
import { unitsScanned } from '../../db/receiving/scanned-barcodes.read.ts';
import type { TenantTransaction } from '../../db/database.ts';
import { barcodeOfOther, scannedQuantities } from '../../domain/catalog/scanned-qty.ts';
import { isGood, refusalOr, type Refusal } from '../../domain/refusal.ts';
import type { LineScan } from './scanned-names.ts';

/** The scans with their quantities in their lines' units; those without a barcode as they are. */
export async function inLineUnits(
  tx: TenantTransaction,
  asked: readonly (LineScan | Refusal)[],
): Promise<readonly (LineScan | Refusal)[]> {
  const scans = asked.flatMap((one, index) =>
    isGood(one) && one.input.barcode
      ? [{ index, line_id: one.input.receipt_line_id, barcode: one.input.barcode }]
      : [],
  );
  if (scans.length === 0) return asked;
  const units = new Map(
    (await unitsScanned(tx, scans)).map((unit) => [scans[unit.position - 1]!.index, unit]),
  );
  return asked.map((one, index) => {
    const unit = units.get(index);
    // Without such a line it is refused where lines are locked.
    if (!unit || !isGood(one) || !one.input.barcode) return one;
    const { barcode } = one.input;
    const { factor } = unit;
    if (factor === null) return barcodeOfOther('barcode', barcode);
    return refusalOr(() => ({
      ...one,
      input: { ...one.input, ...scannedQuantities(one.input, factor, unit.line_factor, 'barcode') },
    }));
  });
}
