/** Labels of outbound goods as ZPL, 4 x 6 inches at 203 dpi. */

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

/** A carton's logistics label with its SSCC as GS1-128. */
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
    `^FO60,560^BY3^BCN,260,N,N,N^FD>;>800${sscc}^FS`,
    line(850, 44, `(00) ${sscc}`),
  ]);
}

export interface PackingLabel {
  shipment_no: string;
  order_no: string | null;
  carton_count: number;
  unit_qty: string;
  ship_to: readonly string[];
}

/** The label that goes with a packing list: which shipment, for whom, how much. */
export function packingLabel(packing: PackingLabel): string {
  const { shipment_no: no, order_no: order, ship_to: shipTo } = packing;
  return label([
    line(40, 60, 'PACKING LIST'),
    line(130, 44, no),
    ...(order ? [line(190, 36, `Order ${order}`)] : []),
    `^FO60,260^BY2^BCN,140,N,N,N${fieldText(no)}`,
    line(440, 36, `${packing.carton_count} cartons, ${packing.unit_qty} units`),
    ...shipTo.slice(0, 6).map((text, index) => line(520 + index * 44, 36, text.slice(0, 40))),
  ]);
}
