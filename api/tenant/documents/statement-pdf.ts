/** A customer statement: the period's movements with a running balance, what is open now, and how old it is. */
import type { AgingDocumentRow, AgingRow } from '../../../db/documents/aging.read.ts';
import type { StatementMovement } from '../../../db/documents/statement.read.ts';
import { decimal, zero, type Decimal } from '../../../domain/decimal.ts';
import { addressLines } from '../../../domain/paper/address-lines.ts';
import type { Seller } from '../tenancy/paper-settings.ts';
import { money } from './pdf-amounts.ts';
import { paperOf, paymentLines, sellerLines } from './seller-lines.ts';
import type { Column } from '../files/draw-pages.ts';
import { PdfPages } from '../files/pdf-pages.ts';

export interface Statement {
  organizationId: string;
  seller: Seller;
  party: { name: string; address: Record<string, unknown> };
  asOf: string;
  /** If given, movements from this day on are listed after the balance brought forward. */
  period:
    | { from: string; forward: { currency: string; amount: string }[]; movements: StatementMovement[] }
    | undefined;
  open: AgingDocumentRow[];
  aging: AgingRow[];
  bucketNames: readonly string[];
}

const words: Record<StatementMovement['what'], string> = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  payment: 'Payment',
  write_off: 'Written off',
  refund: 'Refund',
  reversal: 'Payment reversed',
  void: 'Void',
};

export async function statementPdf(statement: Statement): Promise<Buffer> {
  const { organizationId, seller, party, asOf, period, open, aging, bucketNames } = statement;
  const pages = new PdfPages(
    organizationId,
    `Statement ${party.name} ${asOf}`,
    paperOf(seller),
    new Date(asOf),
  );
  pages.sentFrom(seller.address['country']);
  const facts: [string, string][] = [['As of', asOf]];
  if (period) facts.push(['From', period.from]);
  pages.heading(seller.seller_name, 'Statement', facts, { logo: seller.logo, lines: sellerLines(seller) });
  const address = { ...party.address, name: party.name };
  pages.block('To', addressLines(address, { fromCountry: seller.address['country'] }));
  if (period) {
    pages.block(
      'Movements',
      period.movements.length === 0 ? ['None in this period.'] : [`From ${period.from} to ${asOf}`],
    );
    pages.table(movementColumns, movementRows(period));
  }
  pages.block(
    'Open items',
    open.length === 0 ? ['Nothing is open. Thank you.'] : [`${open.length} open on ${asOf}`],
  );
  if (open.length > 0) pages.table(openColumns, open.map(openRow));
  for (const { currency, total, buckets } of aging) {
    pages.sums([
      ...bucketNames.map((name, index) => ({
        name: index === 0 ? 'Not yet due' : `${name} days overdue`,
        value: money(buckets[index]!, currency),
      })),
      { name: `Balance ${currency}`, value: money(total, currency), strong: true },
    ]);
  }
  if (aging.length > 0) pages.block('How to pay', paymentLines(seller, null));
  return pages.finish(`Statement ${party.name}`);
}

const movementColumns: Column[] = [
  { title: 'Date', width: 0.15 },
  { title: 'Number', width: 0.25 },
  { title: 'What', width: 0.2 },
  { title: 'Amount', width: 0.2, align: 'right' },
  { title: 'Balance', width: 0.2, align: 'right' },
];

function movementRows({ from, forward, movements }: NonNullable<Statement['period']>): string[][] {
  const balances = new Map<string, Decimal>(
    forward.map(({ currency, amount }) => [currency, decimal(amount)]),
  );
  const opening = forward.map(({ currency, amount }) => [
    from,
    '',
    'Balance forward',
    '',
    `${money(amount, currency)} ${currency}`,
  ]);
  const moved = movements.map(({ date, no, what, currency, amount }) => {
    const balance = (balances.get(currency) ?? zero).plus(decimal(amount));
    balances.set(currency, balance);
    return [date, no, words[what], money(amount, currency), `${money(balance, currency)} ${currency}`];
  });
  return [...opening, ...moved];
}

const openColumns: Column[] = [
  { title: 'Number', width: 0.25 },
  { title: 'Date', width: 0.15 },
  { title: 'Due', width: 0.15 },
  { title: 'Days over', width: 0.13, align: 'right' },
  { title: 'Total', width: 0.16, align: 'right' },
  { title: 'Open', width: 0.16, align: 'right' },
];

function openRow({
  no,
  date,
  due_date: due,
  days_overdue: days,
  total,
  amount_due: open,
  currency,
  disputed,
}: AgingDocumentRow): string[] {
  const mark = disputed ? ' (disputed)' : '';
  return [
    `${no}${mark}`,
    date,
    due,
    days > 0 ? String(days) : '',
    money(total, currency),
    `${money(open, currency)} ${currency}`,
  ];
}
