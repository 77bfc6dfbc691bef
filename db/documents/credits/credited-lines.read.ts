/** What an issued invoice says, and what its live credit notes give back of it. The caller holds the invoice locked. */
import { creditLine, withTaxDue, type CreditableLine } from '../../../domain/documents/credited-lines.ts';
import type { InvoiceLine, NewInvoiceLine } from '../../../domain/documents/invoice-lines.ts';
import { totalsLine } from '../../../domain/documents/invoice-posting.ts';
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
  const lines = await creditableLines(tx, original.id, noteId);
  return asked.map((line, index) => {
    const path = `lines.${index}`;
    const { original_line_id: named, quantity, description } = line;
    if (named === undefined) return line as GivenLine;
    const found = lines.get(named.toLowerCase());
    if (!found) throw unknownReference(`${path}.original_line_id`, 'line of the invoice');
    return creditLine(found, { original_line_id: named, quantity, description }, path, rules);
  });
}

async function creditableLines(
  tx: TenantTransaction,
  invoiceId: string,
  noteId: string | undefined,
): Promise<Map<string, CreditableLine>> {
  const found = await rows<Omit<CreditableLine, 'credited'> & Record<`credited_${string}`, string>>(
    tx,
    // Grouped once, so that an invoice of thousands of lines is read in one pass. What an earlier version credited of
    // returned units names their order line alone.
    sql`with back as (
          select coalesce(c.original_line_id, o.id) as line_id, sum(c.quantity) as qty,
                 sum(c.quantity * coalesce(c.credit_percent, 100) / 100) as units, sum(c.amount - c.discount) as net,
                 sum(c.discount) as discount
            from invoices n
            join invoice_lines c on c.organization_id = n.organization_id and c.invoice_id = n.id
            left join invoice_lines o on o.organization_id = n.organization_id and o.invoice_id = n.original_invoice_id
             and o.order_line_id = c.order_line_id and c.original_line_id is null and c.return_line_id is not null
           where n.organization_id = ${tx.organizationId} and n.original_invoice_id = ${invoiceId} and n.status <> 'void'
             and n.id is distinct from ${noteId ?? null}::uuid
           group by 1)
        select l.id, l.billing_item_id, l.account_id, l.description, l.quantity, l.uom, l.unit_price, l.amount, l.discount,
               l.tax_code, l.tax_rate, l.warehouse_id, l.service_from, l.service_to, l.order_line_id,
               coalesce(back.qty, 0) as credited_qty, coalesce(back.units, 0) as credited_units,
               coalesce(back.net, 0) as credited_net, coalesce(back.discount, 0) as credited_discount
          from invoice_lines l left join back on back.line_id = l.id
         where l.organization_id = ${tx.organizationId} and l.invoice_id = ${invoiceId}`,
  );
  return new Map(
    found.map(({ credited_qty, credited_units, credited_net, credited_discount, ...line }) => [
      line.id,
      {
        ...line,
        credited: {
          quantity: decimal(credited_qty!),
          units: decimal(credited_units!),
          net: decimal(credited_net!),
          discount: decimal(credited_discount!),
        },
      },
    ]),
  );
}

/** The lines of a credit note, each code and rate with what of the invoice's tax it gives back. */
export async function withTaxOf(
  tx: TenantTransaction,
  originalId: string,
  noteId: string,
  lines: readonly InvoiceLine[],
  rules: MoneyRules,
): Promise<InvoiceLine[]> {
  const stored = await rows<{
    invoice_id: string;
    rounding: RoundingMode | null;
    amount: string;
    discount: string;
    tax_code: string;
    tax_rate: string;
    tax_given: string | null;
  }>(
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
  const part = decimal(found.credited_net).plus(net);
  const rules = await readMoneyRules(tx, await readAccountingSettings(tx), original.currency);
  return shareDue(
    decimal(original.tax_given),
    { part, of: decimal(found.net), given: decimal(found.credited_tax) },
    rules,
  );
}

/** An invoice without its tax, and what the notes that name its lines, and those of returns, give back of that and of the tax. */
async function creditedSum(
  tx: TenantTransaction,
  invoiceId: string,
  noteId: string | undefined,
): Promise<{ net: string; credited_net: string; credited_tax: string }> {
  const found = await row<{ net: string; credited_net: string; credited_tax: string }>(
    tx,
    sql`select i.subtotal - i.discount_total as net, back.net as credited_net, back.tax as credited_tax
          from invoices i
          cross join lateral (
            select coalesce(sum(c.net), 0) as net, coalesce(sum(n.tax_total), 0) as tax
              from invoices n
              cross join lateral (
                select sum(c.amount - c.discount) as net from invoice_lines c
                 where c.organization_id = n.organization_id and c.invoice_id = n.id
                   and (c.original_line_id is not null or c.return_line_id is not null)) c
             where n.organization_id = i.organization_id and n.original_invoice_id = i.id and n.status <> 'void'
               and c.net is not null and n.id is distinct from ${noteId ?? null}::uuid) back
         where i.organization_id = ${tx.organizationId} and i.id = ${invoiceId}`,
  );
  return found!;
}
