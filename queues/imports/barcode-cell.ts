/** A barcode in a cell of a file, with the unit it stands for: 4006381333931=CS. */
import { identifier } from '../inventory/identifier.ts';
import { custom } from '../schema.ts';

const barcodeMax = 128;
const unitMax = 16;

export interface NamedBarcode {
  barcode: string;
  /** Undefined where the cell names no unit: the barcode keeps the one it has. Null: the item's own. */
  uom?: string | null;
}

/** No unit has a = in its code, but a barcode may: the last one parts them, and `A=B=` is the barcode `A=B`. */
export function namedBarcode(cell: string): NamedBarcode {
  const at = cell.lastIndexOf('=');
  if (at < 1) return { barcode: cell };
  return { barcode: cell.slice(0, at).trim(), uom: cell.slice(at + 1).trim() || null };
}

export const barcodeCell = () =>
  custom<string>(
    identifier(barcodeMax + unitMax + 1).custom((cell: string, helpers) =>
      namedBarcode(cell).barcode.length > barcodeMax
        ? helpers.error('string.max', { limit: barcodeMax })
        : cell,
    ),
  );
