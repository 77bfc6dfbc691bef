/** What a scanned barcode counts for: one of the unit it stands for. */
import { decimal } from '../decimal.ts';
import { invalid, Refusal } from '../refusal.ts';

/** 409: somebody scanned another item, or a barcode nobody has told of. */
export function barcodeOfOther(path: string, barcode: string): Refusal {
  return new Refusal('BARCODE_OF_OTHER', `The barcode ${barcode} is of no unit of this item.`, {
    path,
    barcode,
  });
}

/** So many scanned units in another unit, both told in base units. Refuses 400 where that is no quantity. */
export function scannedQty(count: number, factor: string, unitFactor: string, path: string): number {
  const base = decimal(count).times(decimal(factor));
  const qty = base.div(decimal(unitFactor)).round(6, 0);
  if (qty.times(decimal(unitFactor)).eq(base) && qty.lt(decimal(1e9))) return qty.toNumber();
  throw invalid(path, 'not_in_unit', `${path} stands for what cannot be told in the unit it is counted in`);
}

interface Scanned {
  received_qty: number;
  damaged_qty?: number | null | undefined;
  rejected_qty?: number | null | undefined;
}

/** All of one scan. */
export function scannedQuantities(
  { received_qty: received, damaged_qty: damaged, rejected_qty: rejected }: Scanned,
  factor: string,
  unitFactor: string,
  path: string,
): Scanned {
  const inUnit = (qty: number): number => scannedQty(qty, factor, unitFactor, path);
  return {
    received_qty: inUnit(received),
    damaged_qty: damaged && inUnit(damaged),
    rejected_qty: rejected && inUnit(rejected),
  };
}
