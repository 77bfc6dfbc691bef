/** The packing list of a shipment: what is in it, and in which carton. */
import { hazardWords, type NamedHazard } from '../../../domain/catalog/hazard.ts';
import { toJsonNumber } from '../../../domain/decimal.ts';
import { localDays } from '../../../domain/local-day.ts';
import { addressLines } from '../../../domain/paper/address-lines.ts';
import type { PackingListFacts } from '../../../domain/shipping/paper-facts.ts';
import type { ShipmentKind } from '../../../domain/shipping/shipment-kinds.ts';
import { isGs1Sscc } from '../../../domain/tenancy/gs1-prefix.ts';
import { ShippingSheet } from './shipping-pdf.ts';

const captions: Partial<Record<ShipmentKind, string>> = {
  transfer: 'Transfer',
  vendor_return: 'Return to vendor',
};

const amount = (qty: string): string => String(toJsonNumber(qty));

/** Dangerous goods are named as the law asks, beside what the shop calls them. */
const itemWords = ({ item_name: name, hazard }: { item_name: string; hazard?: NamedHazard | null }): string =>
  hazard ? `${name} (${hazardWords(hazard)})` : name;

/** Draws the packing list. The same facts give the same bytes. */
export async function drawPackingList(facts: PackingListFacts): Promise<Buffer> {
  const { shipment_no: no } = facts;
  const shippedAt = new Date(facts.shipped_at);
  const sheet = new ShippingSheet(`Packing list ${no}`, shippedAt, facts.warehouse_address['country']);
  sheet.heading('Packing list', facts.organization, { kind: 'code128', text: no, below: no });
  sheet.boxes([
    { caption: 'Ship from', lines: [facts.warehouse, ...addressLines(facts.warehouse_address)] },
    { caption: 'Ship to', lines: addressLines(facts.ship_to, { withPhone: true }) },
  ]);
  sheet.boxes([
    {
      caption: captions[facts.kind] ?? 'Order',
      lines: [
        facts.order_no ?? '-',
        ...(facts.authorization_no ? [`Authorization ${facts.authorization_no}`] : []),
      ],
    },
    { caption: 'Merchant', lines: [facts.merchant] },
    { caption: 'Shipped', lines: [localDays(facts.time_zone)(shippedAt)] },
    { caption: 'By', lines: [[facts.ship_mode, facts.carrier_code].filter(Boolean).join(', ')] },
    // A parcel's number has up to 22 digits, and is read and typed as one.
    { caption: 'Tracking', lines: [facts.tracking_no ?? '-'], share: 1.5 },
  ]);
  sheet.table(
    [
      { title: 'Line', width: 0.08 },
      { title: 'SKU', width: 0.22 },
      { title: 'Item', width: 0.38 },
      { title: 'Lot', width: 0.16 },
      { title: 'Quantity', width: 0.16, align: 'right' },
    ],
    facts.lines.map((line) => [
      String(line.line_no),
      line.sku,
      itemWords(line),
      line.lot_no,
      `${amount(line.qty)} ${line.uom}${line.in_units ? ` (${line.in_units})` : ''}`,
    ]),
  );
  for (const carton of facts.cartons) {
    const weight = carton.weight_kg === null ? '' : `, ${amount(carton.weight_kg)} kg`;
    const caption = `Carton ${carton.carton_no}`;
    // A number without a GS1 company prefix is not an SSCC.
    if (isGs1Sscc(carton.sscc))
      sheet.barcode(`(00)${carton.sscc}`, `${caption}   SSCC ${carton.sscc}${weight}`);
    else sheet.barcode(carton.sscc, `${caption}   number ${carton.sscc}${weight}`, 'code128');
    sheet.table(
      [
        { title: 'SKU', width: 0.3 },
        { title: 'Item', width: 0.38 },
        { title: 'Lot', width: 0.16 },
        { title: 'Quantity', width: 0.16, align: 'right' },
      ],
      carton.lines.map((line) => [line.sku, itemWords(line), line.lot_no, amount(line.qty)]),
    );
  }
  return sheet.finish(no);
}
