/** Outbound labels as ZPL, 4 x 6 inches at 203 dpi. */
import {
  barcode,
  beginningOf,
  bothEnds,
  rule,
  ssccBarcode,
  textLine,
  zplLabel,
} from '../printing/label-fields.ts';
import { isGs1Sscc } from '../tenancy/gs1-prefix.ts';

// A longer line of an address would be drawn too small to read.
const readableMax = 80;

export interface CartonLabel {
  shipment_no: string;
  carton_no: number;
  sscc: string;
  ship_to: readonly string[];
}

/**
 * A carton's logistics label with its SSCC as GS1-128. A number without a GS1 company prefix is not an SSCC, and the
 * label says so.
 */
export function cartonLabel({
  shipment_no: no,
  carton_no: carton,
  sscc,
  ship_to: shipTo,
}: CartonLabel): string {
  return zplLabel([
    textLine(40, 36, 'SHIP TO'),
    ...shipTo.slice(0, 6).map((text, index) => textLine(90 + index * 44, 36, beginningOf(text, readableMax))),
    rule(380),
    textLine(410, 48, `${no}  carton ${carton}`),
    ...(isGs1Sscc(sscc)
      ? [ssccBarcode(560, 260, sscc), textLine(850, 44, `(00) ${sscc}`)]
      : [`^FO60,560^BY3^BCN,260,N,N,N^FD>;${sscc}^FS`, textLine(850, 44, `Carton number ${sscc}`)]),
  ]);
}

export interface PackingLabel {
  shipment_no: string;
  order_no: string | null;
  carton_count: number;
  unit_qty: string;
  ship_to: readonly string[];
  items: readonly { sku: string; item_name: string; lot_no: string; qty: string; uom: string }[];
}

const itemsMax = 11;
const skuMax = 56;

/** The packing list as a label: the shipment, the recipient, and as many of its items as fit. */
export function packingLabel(packing: PackingLabel): string {
  const { shipment_no: no, order_no: order, ship_to: shipTo, items } = packing;
  // If just one line is left over, print it rather than a line saying so.
  const shown = items.length > itemsMax ? items.slice(0, itemsMax - 1) : items;
  const rest = items.length - shown.length;
  return zplLabel([
    textLine(36, 52, 'PACKING LIST'),
    ...(order
      ? [textLine(52, 30, `Order ${order}`.slice(0, 40), { x: 400, width: 372, isRight: true })]
      : []),
    textLine(100, 40, no),
    barcode(152, 90, no, 2),
    ...shipTo
      .slice(0, 4)
      .map((text, index) => textLine(262 + index * 36, 30, beginningOf(text, readableMax))),
    rule(412),
    ...shown.flatMap((item, index) => itemLines(item, 426 + index * 66)),
    ...(rest > 0
      ? [textLine(426 + shown.length * 66, 30, `and ${rest} more lines: see the packing list`)]
      : []),
    textLine(1166, 32, `${packing.carton_count} cartons, ${items.length} lines, ${packing.unit_qty} units`),
  ]);
}

function itemLines(item: PackingLabel['items'][number], y: number): string[] {
  const lot = item.lot_no ? `  lot ${item.lot_no}` : '';
  const qty = textLine(y, 34, `${item.qty} ${item.uom}`, { x: 540, width: 232, isRight: true });
  return [
    textLine(y, 34, bothEnds(item.sku, skuMax), { width: 490 }),
    qty,
    textLine(y + 35, 24, beginningOf(`${beginningOf(item.item_name, 44)}${lot}`, 60)),
  ];
}
