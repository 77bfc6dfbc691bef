/** An invoice to send: a summary by kind of service on the first page when it is long, every line, what is to be paid. */
import type { InvoiceLineRow, InvoiceRow } from '../../../db/documents/invoices.read.ts';
import { decimal, sum, zero } from '../../../domain/decimal.ts';
import { groupBy } from '../../../domain/group-by.ts';
import { money, quantity } from './pdf-amounts.ts';
import { PdfPages, type Column } from '../files/pdf-pages.ts';

// Up to here the lines fit beside the totals on one page, and a summary would say everything twice.
const linesWithoutSummary = 15;

const titles: Record<InvoiceRow['kind'], string> = { invoice: 'Invoice', credit_note: 'Credit note' };

export async function invoicePdf(
  house: string,
  invoice: InvoiceRow & { lines: InvoiceLineRow[] },
): Promise<Buffer> {
  const { currency, lines, kind, status } = invoice;
  const mark = status === 'draft' ? ' (draft)' : status === 'void' ? ' (void)' : '';
  const pages = new PdfPages(`${titles[kind]} ${invoice.invoice_no ?? 'draft'}`);
  pages.heading(house, `${titles[kind]}${mark}`, factsOf(invoice));
  pages.block(kind === 'invoice' ? 'Bill to' : 'Credit to', addressLines(invoice));
  if (lines.length > linesWithoutSummary) {
    await pages.table(summaryColumns, summaryRows(lines, currency));
    pages.sums(totals(invoice));
    pages.newPage();
    await pages.table(lineColumns, lineRows(lines, currency));
  } else {
    await pages.table(lineColumns, lineRows(lines, currency));
    pages.sums(totals(invoice));
  }
  if (invoice.notes) pages.block('Notes', invoice.notes.split('\n'));
  return pages.finish(`${titles[kind]} ${invoice.invoice_no ?? 'draft'}`);
}

function factsOf(invoice: InvoiceRow): [string, string][] {
  const period =
    invoice.period_start && invoice.period_end
      ? `${invoice.period_start} - ${invoice.period_end}`
      : undefined;
  const facts: [string, string | null | undefined][] = [
    ['Number', invoice.invoice_no ?? 'not issued'],
    ['Date', invoice.invoice_date],
    ['Due', invoice.due_date],
    ['Period', period],
    ['Your reference', invoice.po_number],
    ['Currency', invoice.currency],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

function addressLines(invoice: InvoiceRow): string[] {
  const { name, ...rest } = invoice.bill_to;
  const parts = Object.values(rest).flatMap((value) => (typeof value === 'string' && value ? [value] : []));
  return [typeof name === 'string' ? name : invoice.party_name, ...parts];
}

const summaryColumns: Column[] = [
  { title: 'Summary', width: 0.6 },
  { title: 'Lines', width: 0.18, align: 'right' },
  { title: 'Amount', width: 0.22, align: 'right' },
];

function summaryRows(lines: readonly InvoiceLineRow[], currency: string): string[][] {
  // By kind of service; lines of no billing item by the account they are booked to.
  const titleOf = ({ category, account_name: account }: InvoiceLineRow): string =>
    category === null ? account : `${category[0]!.toUpperCase()}${category.slice(1)}`;
  return [...groupBy(lines, titleOf)].map(([name, members]) => {
    const net = sum(members.map(({ amount, discount }) => decimal(amount).minus(decimal(discount))));
    return [name, String(members.length), money(net, currency)];
  });
}

const lineColumns: Column[] = [
  { title: 'Description', width: 0.44 },
  { title: 'Quantity', width: 0.13, align: 'right' },
  { title: 'Unit', width: 0.09 },
  { title: 'Price', width: 0.14, align: 'right' },
  { title: 'Amount', width: 0.2, align: 'right' },
];

/** Made as they are drawn, so that thousands of lines are no work in one go. */
function* lineRows(lines: readonly InvoiceLineRow[], currency: string): Generator<string[]> {
  for (const line of lines) yield lineRow(line, currency);
}

function lineRow(line: InvoiceLineRow, currency: string): string[] {
  const { description, uom, service_from: from, service_to: to, discount } = line;
  const dates = from && to && from !== to ? `\n${from} - ${to}` : from ? `\n${from}` : '';
  const less = decimal(discount).gt(zero) ? `\nless discount ${money(discount, currency)}` : '';
  const net = decimal(line.amount).minus(decimal(discount));
  return [
    `${description}${dates}${less}`,
    quantity(line.quantity),
    uom,
    quantity(line.unit_price),
    money(net, currency),
  ];
}

function totals(invoice: InvoiceRow): { name: string; value: string; strong?: boolean }[] {
  const { currency } = invoice;
  const line = (name: string, value: string, strong = false) => ({
    name,
    value: money(value, currency),
    strong,
  });
  const isShown = (value: string) => !decimal(value).eq(zero);
  const net = decimal(invoice.subtotal).minus(decimal(invoice.discount_total)).toFixed();
  return [
    ...(isShown(invoice.tax_total) ? [line('Net', net), line('Tax', invoice.tax_total)] : []),
    line(`Total ${currency}`, invoice.total, true),
    ...(isShown(invoice.amount_paid) ? [line('Paid', `-${invoice.amount_paid}`)] : []),
    ...(isShown(invoice.amount_credited) ? [line('Credited', `-${invoice.amount_credited}`)] : []),
    ...(isShown(invoice.amount_paid) || isShown(invoice.amount_credited)
      ? [line(invoice.kind === 'invoice' ? 'To be paid' : 'Left to use', invoice.amount_due, true)]
      : []),
  ];
}
