/** The labels of pallets. */
import { barcode, beginningOf, bothEnds, rule, ssccBarcode, textLine, zplLabel } from './label-fields.ts';

export interface PalletContent {
  sku: string;
  item_name: string;
  qty: string;
  uom: string;
  lot_no: string | null;
  expiry_date: string | null;
}

export interface PalletLabel {
  lpn: string;
  /** Eighteen digits; null when the operator has no GS1 company prefix. */
  sscc: string | null;
  /** Null for one that goods were put onto since. */
  receipt_no: string | null;
  /** On which it was received, or built: a date in the warehouse's time zone. */
  day: string;
  /** Largest quantity first. */
  contents: readonly PalletContent[];
}

const contentsMax = 4;
const skuMax = 64;

/**
 * The label of a pallet: its contents with quantity, lot and dates, its license plate and, when
 * it has one, its SSCC as GS1-128.
 */
export function palletLabel(pallet: PalletLabel): string {
  const { contents, lpn, sscc, receipt_no, day } = pallet;
  const shown = contents.length > contentsMax ? contents.slice(0, contentsMax - 1) : contents;
  const rest = contents.length - shown.length;
  return zplLabel([
    textLine(32, 36, receipt_no === null ? `built ${day}` : `${receipt_no}   received ${day}`),
    rule(78),
    ...shown.flatMap((content, at) =>
      contents.length === 1 ? onlyContent(content) : oneOfSeveral(content, 92 + at * 118),
    ),
    ...(rest > 0 ? [textLine(92 + shown.length * 118, 36, `and ${rest} more items`)] : []),
    rule(572),
    barcode(590, 170, lpn),
    textLine(772, 60, lpn),
    ...(sscc === null
      ? []
      : [rule(850), ssccBarcode(870, 220, sscc), textLine(1105, 44, `SSCC (00) ${sscc}`)]),
  ]);
}

function onlyContent({ sku, item_name: name, qty, uom, lot_no: lot, expiry_date: expiry }: PalletContent) {
  return [
    textLine(92, 84, bothEnds(sku, skuMax)),
    textLine(186, 40, beginningOf(name, 56)),
    textLine(250, 90, `QTY ${qty} ${uom}`),
    ...(lot ? [textLine(362, 60, `LOT ${bothEnds(lot, skuMax)}`)] : []),
    ...(expiry ? [textLine(440, 60, `EXP ${expiry}`)] : []),
  ];
}

function oneOfSeveral(
  { sku, item_name: name, qty, uom, lot_no: lot, expiry_date: expiry }: PalletContent,
  y: number,
) {
  // A long lot number is cut short so that the date after it fits.
  const facts = [`QTY ${qty} ${uom}`, lot && `LOT ${lot}`.slice(0, 34), expiry && `EXP ${expiry}`].filter(
    Boolean,
  );
  return [
    textLine(y, 40, bothEnds(sku, skuMax)),
    textLine(y + 42, 26, beginningOf(name, 60)),
    textLine(y + 72, 36, facts.join('  ').slice(0, 70)),
  ];
}
