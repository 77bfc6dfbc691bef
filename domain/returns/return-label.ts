/** The label a customer puts on the parcel it sends back, as ZPL: where it goes, and the return's number to scan. */
import { barcode, rule, textLine, zplLabel } from '../printing/label-fields.ts';

export interface ReturnLabel {
  return_no: string;
  order_no: string | null;
  merchant: string;
  /** The warehouse's name and address. */
  to: readonly string[];
}

const lineMax = 80;

export function returnLabel({ return_no: no, order_no: order, merchant, to }: ReturnLabel): string {
  return zplLabel([
    textLine(40, 36, 'RETURN TO'),
    ...to.slice(0, 7).map((text, index) => textLine(90 + index * 44, 36, text.slice(0, lineMax))),
    rule(420),
    textLine(450, 48, no),
    barcode(520, 260, no),
    rule(820),
    textLine(850, 36, merchant.slice(0, lineMax)),
    ...(order ? [textLine(900, 36, `Order ${order}`.slice(0, lineMax))] : []),
  ]);
}
