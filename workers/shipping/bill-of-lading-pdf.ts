/** The bill of lading of a load. */
import type { BillOfLadingFacts } from '../../db/shipping/paper-facts.read.ts';
import { toJsonNumber } from '../../domain/decimal.ts';
import { addressLines } from '../../domain/catalog/address-lines.ts';
import { localDay } from '../inventory/local-day.ts';
import { ShippingSheet } from './shipping-pdf.ts';

const kilograms = (weight: string | null): string =>
  weight === null ? '-' : `${Math.round(toJsonNumber(weight) * 1000) / 1000} kg`;

// Where the load as a whole goes: said on the load, else where its one address is.
function consignee({ ship_to: shipTo, shipments }: BillOfLadingFacts): string[] {
  const said = addressLines(shipTo);
  if (said.length > 0) return said;
  const places = new Set(shipments.map((one) => addressLines(one.ship_to).join('\n')));
  return places.size === 1 ? [...places][0]!.split('\n') : ['See the shipments below'];
}

/** Draws the bill. The same facts give the same bytes. */
export async function drawBillOfLading(facts: BillOfLadingFacts): Promise<Buffer> {
  const { bol_number: number, load_no: loadNo } = facts;
  const sheet = new ShippingSheet(`Bill of lading ${number}`, facts.shipped_at);
  sheet.heading('Bill of lading', facts.organization, {
    kind: 'gs1-128',
    text: `(402)${number}`,
    below: `BOL ${number}`,
  });
  sheet.boxes([
    { caption: 'Ship from', lines: [facts.warehouse, ...addressLines(facts.warehouse_address)].slice(0, 6) },
    { caption: 'Ship to', lines: consignee(facts).slice(0, 6) },
  ]);
  sheet.boxes([
    { caption: 'Carrier', lines: [facts.carrier ?? '-', `SCAC ${facts.scac ?? '-'}`] },
    { caption: 'Trailer', lines: [facts.trailer_no ?? '-', `Seal ${facts.seal_no ?? '-'}`] },
    { caption: 'Freight terms', lines: [facts.freight_terms.replace('_', ' ')] },
    { caption: 'Load', lines: [loadNo, localDay(facts.shipped_at, facts.time_zone)] },
  ]);
  sheet.boxes([
    { caption: 'Handling units', lines: [`${facts.handling_units} × ${facts.handling_unit_type}`] },
    { caption: 'Total weight', lines: [kilograms(facts.weight_kg)] },
    { caption: 'Shipments', lines: [String(facts.shipments.length)] },
  ]);
  sheet.table(
    [
      { title: 'Shipment', width: 0.18 },
      { title: 'Order', width: 0.18 },
      { title: 'Merchant', width: 0.14 },
      { title: 'Ship to', width: 0.22 },
      { title: 'Cartons', width: 0.09, align: 'right' },
      { title: 'Units', width: 0.08, align: 'right' },
      { title: 'Weight', width: 0.11, align: 'right' },
    ],
    facts.shipments.map((one) => [
      one.shipment_no,
      one.order_no ?? '',
      one.merchant,
      [one.ship_to['name'], one.ship_to['city']].filter(Boolean).join(', '),
      String(one.cartons),
      String(toJsonNumber(one.units)),
      kilograms(one.weight_kg),
    ]),
  );
  sheet.boxes([
    { caption: 'Shipper: signature and date', lines: ['', '', ''] },
    { caption: 'Carrier: signature and date', lines: ['', '', ''] },
    { caption: 'Receiver: signature and date', lines: ['', '', ''] },
  ]);
  return sheet.finish(`BOL ${number}   ${loadNo}`);
}
