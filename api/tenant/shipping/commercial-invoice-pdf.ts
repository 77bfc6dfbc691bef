/** The commercial invoice of what crosses a customs border: what it is, whence it comes, and what it is worth. */
import { decimal, toJsonNumber } from '../../../domain/decimal.ts';
import { localDays } from '../../../domain/local-day.ts';
import { currencyExponents } from '../../../domain/money/currency.ts';
import { addressLines } from '../../../domain/paper/address-lines.ts';
import type { CommercialInvoiceFacts } from '../../../domain/shipping/paper-facts.ts';
import { ShippingSheet } from './shipping-pdf.ts';

const amount = (qty: string): string => String(toJsonNumber(qty));
const kilograms = (kg: string | null): string =>
  kg === null ? '-' : `${decimal(kg).round(3, 1).toFixed()} kg`;
const words = (text: string): string => text.replaceAll('_', ' ');

/** Draws the commercial invoice. The same facts give the same bytes. */
export async function drawCommercialInvoice(facts: CommercialInvoiceFacts): Promise<Buffer> {
  const { invoice_no: no, currency } = facts;
  const issuedAt = new Date(facts.issued_at);
  const day = localDays(facts.time_zone)(issuedAt);
  const reason = [words(facts.contents), ...(facts.contents_note ? [facts.contents_note] : [])];
  const money = (value: string): string => decimal(value).toFixed(currencyExponents.get(currency) ?? 2);
  const sheet = new ShippingSheet(`Commercial invoice ${no}`, issuedAt, facts.warehouse_address['country']);
  sheet.heading('Commercial invoice', facts.organization, { kind: 'code128', text: no, below: no });
  sheet.boxes([
    { caption: 'Exporter', lines: [facts.merchant, ...exporterLines(facts), ...taxIdsOf(facts, 'sender')] },
    {
      caption: 'Consignee',
      lines: [...addressLines(facts.ship_to, { withPhone: true }), ...taxIdsOf(facts, 'recipient')],
    },
  ]);
  sheet.boxes([
    { caption: 'Ship from', lines: [facts.warehouse, ...addressLines(facts.warehouse_address)] },
    { caption: 'Date', lines: [day] },
    {
      caption: 'Shipment',
      lines: [facts.shipment_no, ...(facts.order_no ? [`Order ${facts.order_no}`] : [])],
    },
    { caption: 'Incoterm', lines: [facts.incoterm] },
  ]);
  sheet.boxes([
    { caption: 'Reason for export', lines: reason, share: 2 },
    { caption: 'Export filing', lines: [facts.export_filing ?? '-'] },
    { caption: 'Currency', lines: [currency] },
  ]);
  sheet.table(
    [
      { title: 'Line', width: 0.06 },
      { title: 'Description', width: 0.28 },
      { title: 'HS code', width: 0.13 },
      { title: 'Origin', width: 0.08 },
      { title: 'Net weight', width: 0.11, align: 'right' },
      { title: 'Quantity', width: 0.11, align: 'right' },
      { title: 'Unit value', width: 0.12, align: 'right' },
      { title: 'Value', width: 0.11, align: 'right' },
    ],
    facts.lines.map((line) => [
      String(line.line_no),
      `${line.description}\n${line.sku}`,
      line.hs_code ?? '-',
      line.origin_country,
      kilograms(line.weight_kg),
      `${amount(line.qty)} ${line.uom}`,
      unitValue(line.unit_value, money),
      money(line.value),
    ]),
  );
  sheet.boxes([
    { caption: 'Cartons', lines: [facts.cartons > 0 ? String(facts.cartons) : '-'] },
    { caption: 'Net weight', lines: [kilograms(facts.net_kg)] },
    { caption: 'Gross weight', lines: [kilograms(facts.gross_kg)] },
    { caption: `Total value, ${facts.incoterm}`, lines: [`${money(facts.total)} ${currency}`] },
  ]);
  sheet.boxes([
    {
      caption: 'Declaration',
      lines: ['I declare that what this invoice says is true and correct.'],
      share: 2,
    },
    { caption: 'Signed by', lines: [facts.signed_by, day] },
  ]);
  return sheet.finish(no);
}

/** Where the merchant says that it is, else the warehouse it exports from. */
function exporterLines({
  exporter,
  merchant,
  warehouse_address: warehouse,
}: CommercialInvoiceFacts): string[] {
  const own = addressLines(exporter).filter((line) => line !== merchant);
  return own.length > 0 ? own : addressLines(warehouse);
}

const taxIdsOf = ({ tax_ids: ids }: CommercialInvoiceFacts, whose: 'sender' | 'recipient'): string[] =>
  ids.filter(({ of }) => of === whose).map(({ kind, number }) => `${kind.toUpperCase()} ${number}`);

/** As precise as it was declared, and never less than the currency's coins. */
function unitValue(value: string, money: (value: string) => string): string {
  const exact = decimal(value).toFixed();
  const coins = money(value);
  return decimal(coins).eq(decimal(exact)) ? coins : exact;
}
