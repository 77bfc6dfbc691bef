/** The bill of lading of a load. */
import { hazardWords } from '../../../domain/catalog/hazard.ts';
import { toJsonNumber } from '../../../domain/decimal.ts';
import { localDays } from '../../../domain/local-day.ts';
import { addressLines } from '../../../domain/paper/address-lines.ts';
import type { BillOfLadingFacts } from '../../../domain/shipping/paper-facts.ts';
import { isGs1Shipment } from '../../../domain/tenancy/gs1-prefix.ts';
import { ShippingSheet } from './shipping-pdf.ts';

const kilograms = (weight: string | null): string =>
  weight === null ? '-' : `${Math.round(toJsonNumber(weight) * 1000) / 1000} kg`;

// The destination of the whole load: stated on the load or, failing that, the one address its shipments share.
function consignee({ ship_to: shipTo, shipments }: BillOfLadingFacts): string[] {
  const said = addressLines(shipTo, { withPhone: true });
  if (said.length > 0) return said;
  const places = new Set(shipments.map((one) => addressLines(one.ship_to, { withPhone: true }).join('\n')));
  return places.size === 1 ? [...places][0]!.split('\n') : ['See the shipments below'];
}

function dangerousGoods(sheet: ShippingSheet, { hazards = [] }: BillOfLadingFacts): void {
  if (hazards.length === 0) return;
  sheet.table(
    [
      { title: 'Dangerous goods', width: 0.52 },
      { title: 'SKU', width: 0.2 },
      { title: 'Quantity', width: 0.16, align: 'right' },
      { title: 'Weight', width: 0.12, align: 'right' },
    ],
    hazards.map((one) => [
      hazardWords(one),
      one.sku,
      `${toJsonNumber(one.qty)} ${one.uom}`,
      kilograms(one.weight_kg),
    ]),
  );
}

/** Draws the bill of lading. The same facts give the same bytes. */
export async function drawBillOfLading(facts: BillOfLadingFacts): Promise<Buffer> {
  const { bol_number: number, load_no: loadNo } = facts;
  const shippedAt = new Date(facts.shipped_at);
  const sheet = new ShippingSheet(`Bill of lading ${number}`, shippedAt, facts.warehouse_address['country']);
  // Without a GS1 company prefix it is the operator's internal number, and no scanner may take it for a GS1 one.
  sheet.heading('Bill of lading', facts.organization, {
    ...(isGs1Shipment(number)
      ? { kind: 'gs1-128', text: `(402)${number}` }
      : { kind: 'code128', text: number }),
    below: `BOL ${number}`,
  });
  sheet.boxes([
    { caption: 'Ship from', lines: [facts.warehouse, ...addressLines(facts.warehouse_address)] },
    { caption: 'Ship to', lines: consignee(facts) },
  ]);
  sheet.boxes([
    { caption: 'Carrier', lines: [facts.carrier ?? '-', `SCAC ${facts.scac ?? '-'}`] },
    { caption: 'Trailer', lines: [facts.trailer_no ?? '-', `Seal ${facts.seal_no ?? '-'}`] },
    { caption: 'Freight terms', lines: [facts.freight_terms.replace('_', ' ')] },
    { caption: 'Load', lines: [loadNo, localDays(facts.time_zone)(shippedAt)] },
    { caption: 'PRO number', lines: [facts.pro_number ?? '-'] },
  ]);
  const payer = addressLines(facts.bill_freight_to, { withPhone: true });
  if (payer.length > 0) sheet.boxes([{ caption: 'Bill the freight to (third party)', lines: payer }]);
  sheet.boxes([
    {
      caption: 'Description of goods',
      lines: [facts.goods_description ?? 'See the shipments below'],
      share: 3,
    },
    { caption: 'Freight class', lines: [facts.freight_class ?? '-'] },
  ]);
  sheet.boxes([
    { caption: 'Handling units', lines: [`${facts.handling_units} × ${facts.handling_unit_type}`] },
    { caption: 'Total weight', lines: [kilograms(facts.weight_kg)] },
    { caption: 'Shipments', lines: [String(facts.shipments.length)] },
  ]);
  sheet.table(
    [
      { title: 'Shipment', width: 0.18 },
      { title: 'Order', width: 0.17 },
      { title: 'PO number', width: 0.12 },
      { title: 'Merchant', width: 0.13, linesMax: 3 },
      { title: 'Ship to', width: 0.14 },
      { title: 'Cartons', width: 0.09, align: 'right' },
      { title: 'Units', width: 0.08, align: 'right' },
      { title: 'Weight', width: 0.09, align: 'right' },
    ],
    facts.shipments.map((one) => [
      one.shipment_no,
      one.order_no ?? '',
      one.po_number ?? '',
      one.merchant,
      [one.ship_to['name'], one.ship_to['city']].filter(Boolean).join(', '),
      String(one.cartons),
      String(toJsonNumber(one.units)),
      kilograms(one.weight_kg),
    ]),
  );
  dangerousGoods(sheet, facts);
  sheet.boxes([
    { caption: 'Shipper: signature and date', lines: ['', '', ''] },
    { caption: 'Carrier: signature and date', lines: ['', '', ''] },
    { caption: 'Receiver: signature and date', lines: ['', '', ''] },
  ]);
  return sheet.finish(`BOL ${number}   ${loadNo}`);
}
