/** The lines of credit notes: what they say follows from the invoice they correct. The caller holds that locked. */
import { creditLine, withTaxDue } from '../../../domain/documents/credited-lines.ts';
import type { InvoiceLine, NewInvoiceLine } from '../../../domain/documents/invoice-lines.ts';
import { totalsLine, type StoredTotalsLine } from '../../../domain/documents/invoice-posting.ts';
import { taxesOf, type TaxAmount } from '../../../domain/documents/invoice-totals.ts';
import { decimal, sum, type Decimal } from '../../../domain/decimal.ts';
import { groupBy } from '../../../domain/group-by.ts';
import type { MoneyRules, RoundingMode } from '../../../domain/money/money.ts';
import { shareDue } from '../../../domain/money/splits.ts';
import { invalid, unknownReference } from '../../../domain/refusal.ts';
import { row, rows, type TenantTransaction } from '../../database.ts';
import { readAccountingSettings, readMoneyRules } from '../../journal/books.read.ts';
import { sql } from '../../sql-text.ts';
import { withItems, type GivenLine } from '../invoice-line-items.read.ts';
import type { OriginalInvoice } from '../invoice-locks.write.ts';
import { creditableLines, creditedSum } from './given-back.read.ts';

/** A line as it is asked for: in full, or by the line of the invoice it gives back. */
export type AskedLine = Partial<Omit<GivenLine, 'original_line_id'>> & { original_line_id?: string };

/** The fields that follow from the line that is named. */
const fixed = [
  'billing_item_id',
  'account_id',
  'uom',
  'unit_price',
  'discount',
  'tax_code',
  'tax_rate',
  'warehouse_id',
  'service_from',
  'service_to',
] as const;
const needed = ['description', 'quantity', 'unit_price'] as const;

export const isNaming = ({ original_line_id: named }: { original_line_id?: string | null }): boolean =>
  (named ?? null) !== null;

/** The lines in full. `noteId` is the draft that is changed: what it gave back so far does not count. */
export async function linesInFull(
  tx: TenantTransaction,
  asked: readonly AskedLine[],
  original: OriginalInvoice | undefined,
  noteId?: string,
): Promise<NewInvoiceLine[]> {
  for (const [index, line] of asked.entries()) assertTold(line, `lines.${index}`, original);
  const given = asked.some(isNaming)
    ? await namedInFull(tx, asked, original!, noteId)
    : (asked as readonly GivenLine[]);
  return withItems(tx, given, original?.id);
}

/** Refuses a note that is taxed otherwise than the invoice whose lines it names: their tax follows from that. */
export function assertTaxedAlike(
  original: OriginalInvoice,
  isReversed: boolean | undefined,
  names: boolean,
): void {
  if (!names || isReversed === undefined || isReversed === original.reverse_charge) return;
  const message = 'reverse_charge differs from the invoice whose lines are named';
  throw invalid('reverse_charge', 'differs', message);
}

/** Whether a draft names lines of the invoice it corrects. */
export async function namesLines(tx: TenantTransaction, noteId: string): Promise<boolean> {
  const found = await row<{ names: boolean }>(
    tx,
    sql`select exists (select 1 from invoice_lines where organization_id = ${tx.organizationId} and invoice_id = ${noteId}
                          and original_line_id is not null) as names`,
  );
  return found!.names;
}

function assertTold(line: AskedLine, path: string, original: OriginalInvoice | undefined): void {
  if (line.original_line_id === undefined) {
    const missing = needed.find((field) => line[field] === undefined);
    if (missing) throw invalid(`${path}.${missing}`, 'required', `${path}.${missing} is required`);
    return;
  }
  if (!original) {
    const message = `${path}.original_line_id goes with the original_invoice_id of a credit note`;
    throw invalid(`${path}.original_line_id`, 'not_allowed', message);
  }
  const taken = fixed.find((field) => line[field] !== undefined);
  if (taken)
    throw invalid(`${path}.${taken}`, 'not_allowed', `${path}.${taken} follows from the line of the invoice`);
}

async function namedInFull(
  tx: TenantTransaction,
  asked: readonly AskedLine[],
  original: OriginalInvoice,
  noteId: string | undefined,
): Promise<GivenLine[]> {
  const rules = await readMoneyRules(tx, await readAccountingSettings(tx), original.currency);
  const found = await creditableLines(tx, original.id, noteId);
  const lines = new Map(found.map((line) => [line.id, line]));
  return asked.map((line, index) => {
    const path = `lines.${index}`;
    const { original_line_id: named, quantity, description } = line;
    if (named === undefined) return line as GivenLine;
    const of = lines.get(named.toLowerCase());
    if (!of) throw unknownReference(`${path}.original_line_id`, 'line of the invoice');
    return creditLine(of, { original_line_id: named, quantity, description }, path, rules);
  });
}

/** The lines of a credit note, each code and rate with what of the invoice's tax it gives back. */
export async function withTaxOf(
  tx: TenantTransaction,
  originalId: string,
  noteId: string,
  lines: readonly InvoiceLine[],
  rules: MoneyRules,
): Promise<InvoiceLine[]> {
  const stored = await rows<StoredTotalsLine & { invoice_id: string; rounding: RoundingMode | null }>(
    tx,
    sql`select l.invoice_id, n.letterhead->>'rounding' as rounding, l.amount, l.discount, l.tax_code, l.tax_rate, l.tax_given
          from invoices n join invoice_lines l on l.organization_id = n.organization_id and l.invoice_id = n.id
         where n.organization_id = ${tx.organizationId} and ${originalId}::uuid in (n.id, n.original_invoice_id)
           and n.status <> 'void' and n.tax_given is null and n.id <> ${noteId}
         order by l.invoice_id, l.line_no`,
  );
  const taxes = new Map<string, TaxAmount[]>();
  for (const [id, own] of groupBy(stored, ({ invoice_id: of }) => of)) {
    const mode = own[0]!.rounding ?? rules.mode;
    taxes.set(id, taxesOf(own.map(totalsLine), { ...rules, mode }));
  }
  const invoiced = taxes.get(originalId) ?? [];
  taxes.delete(originalId);
  return withTaxDue(lines, invoiced, [...taxes.values()].flat(), rules);
}

/**
 * What the lines give back of a tax that was given as one sum, as that of an order is; undefined where the lines say their
 * own. Refuses lines in full beside lines that are named: they would share in that sum, or not.
 */
export async function taxOfOneSum(
  tx: TenantTransaction,
  original: OriginalInvoice | undefined,
  lines: readonly NewInvoiceLine[],
  noteId?: string,
): Promise<Decimal | undefined> {
  if (!original?.tax_given || original.reverse_charge) return undefined;
  if (lines.every((line) => !line.original_line_id)) return undefined;
  const full = lines.findIndex((line) => !line.original_line_id);
  if (full !== -1) {
    const path = `lines.${full}.original_line_id`;
    throw invalid(
      path,
      'required',
      `${path} is required: the tax of the invoice is shared out over its lines`,
    );
  }
  const found = await creditedSum(tx, original.id, noteId);
  const net = sum(lines.map(({ amount, discount }) => decimal(amount!).minus(decimal(discount!))));
  const rules = await readMoneyRules(tx, await readAccountingSettings(tx), original.currency);
  const share = { part: found.creditedNet.plus(net), of: found.net, given: found.creditedTax };
  return shareDue(found.tax, share, rules);
}
