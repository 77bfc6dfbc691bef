/** Labels of outbound goods as ZPL, 4 x 6 inches at 203 dpi. */
import { isGs1Sscc } from '../tenancy/gs1-prefix.ts';

/** Text in a field: what ZPL reads as commands is written as hexadecimal. */
function fieldText(text: string): string {
  const hex = (byte: number): string => `_${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  const escaped = [...new TextEncoder().encode(text)].map((byte) =>
    byte < 0x20 || byte > 0x7e || byte === 0x5e || byte === 0x7e || byte === 0x5f
      ? hex(byte)
      : String.fromCharCode(byte),
  );
  return `^FH_^FD${escaped.join('')}^FS`;
}

const line = (y: number, size: number, text: string): string =>
  `^FO40,${y}^A0N,${size},${size}${fieldText(text)}`;

function label(parts: readonly string[]): string {
  return `^XA^CI28^PW812^LL1218${parts.join('')}^XZ`;
}

export interface CartonLabel {
  shipment_no: string;
  carton_no: number;
  sscc: string;
  ship_to: readonly string[];
}

/** A carton's logistics label with its SSCC as GS1-128; a number without a company prefix of GS1 is no SSCC and says so. */
export function cartonLabel({
  shipment_no: no,
  carton_no: carton,
  sscc,
  ship_to: shipTo,
}: CartonLabel): string {
  return label([
    line(40, 36, 'SHIP TO'),
    ...shipTo.slice(0, 6).map((text, index) => line(90 + index * 44, 36, text.slice(0, 40))),
    '^FO40,380^GB732,3,3^FS',
    line(410, 48, `${no}  carton ${carton}`),
    ...(isGs1Sscc(sscc)
      ? [`^FO60,560^BY3^BCN,260,N,N,N^FD>;>800${sscc}^FS`, line(850, 44, `(00) ${sscc}`)]
      : [`^FO60,560^BY3^BCN,260,N,N,N^FD>;${sscc}^FS`, line(850, 44, `Carton number ${sscc}`)]),
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

/** The packing list as a label: which shipment, for whom, and what is in it, as far as the label reaches. */
export function packingLabel(packing: PackingLabel): string {
  const { shipment_no: no, order_no: order, ship_to: shipTo, items } = packing;
  // One line more than fits is worth its place rather than a sentence about it.
  const shown = items.length > itemsMax ? items.slice(0, itemsMax - 1) : items;
  const rest = items.length - shown.length;
  return label([
    line(36, 52, 'PACKING LIST'),
    ...(order ? [`^FO400,52^A0N,30,30^FB372,1,0,R${fieldText(`Order ${order}`.slice(0, 26))}`] : []),
    line(100, 40, no),
    `^FO60,152^BY2^BCN,90,N,N,N${fieldText(no)}`,
    ...shipTo.slice(0, 4).map((text, index) => line(262 + index * 36, 30, text.slice(0, 46))),
    '^FO40,412^GB732,3,3^FS',
    ...shown.flatMap((item, index) => itemLines(item, 426 + index * 66)),
    ...(rest > 0 ? [line(426 + shown.length * 66, 30, `and ${rest} more lines: see the packing list`)] : []),
    line(1166, 32, `${packing.carton_count} cartons, ${items.length} lines, ${packing.unit_qty} units`),
  ]);
}

function itemLines(item: PackingLabel['items'][number], y: number): string[] {
  const lot = item.lot_no ? `  lot ${item.lot_no}` : '';
  const qty = `^FO540,${y}^A0N,34,34^FB232,1,0,R${fieldText(`${item.qty} ${item.uom}`)}`;
  return [
    line(y, 34, item.sku.slice(0, 26)),
    qty,
    line(y + 35, 24, `${item.item_name.slice(0, 44)}${lot}`.slice(0, 60)),
  ];
}
