/** An invoice to send: if it is long, a summary by kind of service on the first page; every line; the amount due. */
import type { InvoiceLineRow, InvoiceRow } from '../../../db/documents/invoices.read.ts';
import { decimal, sum, zero } from '../../../domain/decimal.ts';
import { totalsLine } from '../../../domain/documents/invoice-posting.ts';
import { taxesOf } from '../../../domain/documents/invoice-totals.ts';
import { groupBy } from '../../../domain/group-by.ts';
import { currencyExponents } from '../../../domain/money/currency.ts';
import type { MoneyRules } from '../../../domain/money/money.ts';
import { epcCode } from '../../../domain/paper/epc-code.ts';
import type { EInvoice } from '../../../domain/documents/e-invoice.ts';
import { addressLines } from '../../../domain/paper/address-lines.ts';
import type { Letterhead } from '../../../db/documents/letterheads.read.ts';
import type { Seller } from '../tenancy/paper-settings.ts';
import { money, quantity } from './pdf-amounts.ts';
import { paperOf, paymentLines, sellerLines } from './seller-lines.ts';
import type { Column } from '../files/draw-pages.ts';
import { PdfPages } from '../files/pdf-pages.ts';

// Up to this many, the lines fit next to the totals on one page, and a summary would only repeat them.
const linesWithoutSummary = 15;

const titles: Record<InvoiceRow['kind'], string> = { invoice: 'Invoice', credit_note: 'Credit note' };

// The words of article 226 (11a) of the European VAT directive come first, since offices look for them.
const reverseChargeNote =
  'Reverse charge: no tax is invoiced; the recipient of the services accounts for it where it is established.';

type WholeInvoice = InvoiceRow & { lines: InvoiceLineRow[] };
type Sender = Seller & Pick<Letterhead, 'rounding' | 'party_name'>;
type Corrected = EInvoice['corrects'];

/**
 * Draws the invoice or credit note. Taxes are listed per code and rate, as they were added up. `corrects` is the invoice
 * that a credit note corrects. `xml` is the same as an e-invoice, which the file then carries.
 */
export async function invoicePdf(
  organizationId: string,
  seller: Sender,
  invoice: WholeInvoice,
  corrects: Corrected,
  xml?: Uint8Array,
): Promise<Buffer> {
  const { currency, lines, kind } = invoice;
  const mark = invoice.status === 'draft' || invoice.status === 'void' ? ` (${invoice.status})` : '';
  const pages = new PdfPages(
    organizationId,
    `${titles[kind]} ${invoice.invoice_no ?? 'draft'}`,
    paperOf(seller),
    invoice.issued_at ?? undefined,
  );
  pages.sentFrom(seller.address['country']);
  if (xml) pages.embedInvoice(xml);
  pages.heading(seller.seller_name, `${titles[kind]}${mark}`, factsOf(invoice, corrects), {
    logo: seller.logo,
    lines: sellerLines(seller),
  });
  pages.block(kind === 'invoice' ? 'Bill to' : 'Credit to', billToLines(invoice, seller));
  const rows = lines.map((line) => lineRow(line, currency));
  if (lines.length > linesWithoutSummary) {
    pages.table(summaryColumns, summaryRows(lines, currency));
    pages.sums(totals(invoice, seller.rounding));
    payment(pages, seller, invoice);
    pages.newPage();
    pages.table(lineColumns, rows);
  } else {
    pages.table(lineColumns, rows);
    pages.sums(totals(invoice, seller.rounding));
    payment(pages, seller, invoice);
  }
  if (invoice.reverse_charge) pages.block('Tax', [reverseChargeNote]);
  if (invoice.notes) pages.block('Notes', invoice.notes.split('\n'));
  return pages.finish(`${titles[kind]} ${invoice.invoice_no ?? 'draft'}`);
}

function factsOf(invoice: InvoiceRow, corrects: Corrected): [string, string][] {
  const period =
    invoice.period_start && invoice.period_end
      ? `${invoice.period_start} - ${invoice.period_end}`
      : undefined;
  const facts: [string, string | null | undefined][] = [
    ['Number', invoice.invoice_no ?? 'not issued'],
    ['Date', invoice.invoice_date],
    // Article 219 of the European VAT directive: it says which invoice it changes.
    ['Corrects', corrects && `${corrects.number} of ${corrects.date}`],
    ['Due', invoice.due_date],
    ['Period', period],
    ['Your reference', invoice.po_number],
    ['Currency', invoice.currency],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

// Address fields in some other format, which no country's layout has a place for, are printed below the address.
const addressWords = new Set(['name', 'address', 'city', 'state', 'postal', 'country', 'phone']);

function billToLines({ bill_to: billTo, buyer_vat_id: vatId }: InvoiceRow, seller: Sender): string[] {
  const more = Object.entries(billTo).flatMap(([word, value]) =>
    !addressWords.has(word) && typeof value === 'string' && value ? [value] : [],
  );
  const address = {
    ...billTo,
    name: typeof billTo['name'] === 'string' ? billTo['name'] : seller.party_name,
  };
  return [
    ...addressLines(address, { fromCountry: seller.address['country'] }),
    ...more,
    ...(vatId ? [`VAT id ${vatId}`] : []),
  ];
}

function payment(
  pages: PdfPages,
  seller: Seller,
  { kind, status, invoice_no: no, currency, total }: InvoiceRow,
): void {
  if (kind !== 'invoice' || status === 'void') return;
  // Nobody is to pay a draft: it has no number to be found by, and its total may change.
  const code =
    no === null ? undefined : epcCode({ ...seller, currency, amount: decimal(total), reference: no });
  pages.block('How to pay', paymentLines(seller, no), code);
}

const summaryColumns: Column[] = [
  { title: 'Summary', width: 0.6 },
  { title: 'Lines', width: 0.18, align: 'right' },
  { title: 'Amount', width: 0.22, align: 'right' },
];

function summaryRows(lines: readonly InvoiceLineRow[], currency: string): string[][] {
  const groups = groupBy(lines, titleOf);
  const summed = groups.size <= groupsMax ? groups : groupBy(lines, plainTitleOf);
  return [...summed].map(([name, members]) => {
    const net = sum(members.map(({ amount, discount }) => decimal(amount).minus(decimal(discount))));
    return [name, String(members.length), money(net, currency)];
  });
}

// With more lines than this, a summary is just another list.
const groupsMax = 20;

/** By kind of service; a line without a billing item is grouped by the general part of its own description. */
function titleOf({ category, description }: InvoiceLineRow): string {
  return category === null
    ? (/^[^,;:(\n]+/.exec(description)?.[0].trim() ?? otherServices)
    : capital(category);
}

const plainTitleOf = ({ category }: InvoiceLineRow): string =>
  category === null ? otherServices : capital(category);
const otherServices = 'Other services';
const capital = (word: string): string => `${word[0]!.toUpperCase()}${word.slice(1)}`;

const lineColumns: Column[] = [
  { title: 'Description', width: 0.44 },
  { title: 'Quantity', width: 0.13, align: 'right' },
  { title: 'Unit', width: 0.09 },
  { title: 'Price', width: 0.14, align: 'right' },
  { title: 'Amount', width: 0.2, align: 'right' },
];

function lineRow(line: InvoiceLineRow, currency: string): string[] {
  const { description, uom, service_from: from, service_to: to, discount } = line;
  const dates = from && to && from !== to ? `\n${from} - ${to}` : from ? `\n${from}` : '';
  const less = decimal(discount).gt(zero) ? `\nless discount ${money(discount, currency)}` : '';
  const net = decimal(line.amount).minus(decimal(discount));
  // A cost that is passed on has no quantity and no price: what it was, and what is added.
  if (line.cost !== null) {
    const markup = decimal(line.amount).minus(decimal(line.cost));
    const passedOn = `\ncost ${money(line.cost, currency)}, markup ${money(markup, currency)}`;
    return [`${description}${dates}${passedOn}${less}`, '', '', '', money(net, currency)];
  }
  return [
    `${description}${dates}${less}`,
    quantity(line.quantity),
    uom,
    money(line.unit_price, currency),
    money(net, currency),
  ];
}

function totals(
  invoice: WholeInvoice,
  rounding: MoneyRules['mode'],
): { name: string; value: string; strong?: boolean }[] {
  const { currency } = invoice;
  const line = (name: string, value: string, strong = false) => ({
    name,
    value: money(value, currency),
    strong,
  });
  const isShown = (value: string) => !decimal(value).eq(zero);
  const net = decimal(invoice.subtotal).minus(decimal(invoice.discount_total)).toFixed();
  return [
    ...(isShown(invoice.tax_total) ? [line('Net', net), ...taxLines(invoice, rounding)] : []),
    line(`Total ${currency}`, invoice.total, true),
  ];
}

/** Each tax code and rate with its taxable amount; a tax given as one total (a sales order's) stays one. */
function taxLines(
  { lines, currency, tax_total: total }: WholeInvoice,
  mode: MoneyRules['mode'],
): { name: string; value: string }[] {
  const exponent = currencyExponents.get(currency) ?? 2;
  const taxes = taxesOf(lines.map(totalsLine), { exponent, mode });
  if (!sum(taxes.map(({ tax }) => tax)).eq(decimal(total)))
    return [{ name: 'Tax', value: money(total, currency) }];
  return taxes.map(({ tax_code: code, tax_rate: rate, base, tax }) => ({
    name: `Tax ${[code, `${quantity(rate.toFixed())} %`].filter(Boolean).join(' ')} of ${money(base, currency)}`,
    value: money(tax, currency),
  }));
}
