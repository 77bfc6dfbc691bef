/** Approving a bill assigns its number, journal entry and status in one step. */
import { withCapitalArticle } from '../../domain/article.ts';
import { billPosting } from '../../domain/documents/bill-posting.ts';
import { monthOf } from '../../domain/days.ts';
import { decimal, sum, zero } from '../../domain/decimal.ts';
import { groupBy } from '../../domain/group-by.ts';
import { Refusal } from '../../domain/refusal.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { nextNumber } from '../tenancy/sequences.write.ts';
import { lockDraft } from './drafts.write.ts';
import { readAccountingSettings, readSystemAccounts } from '../journal/books.read.ts';
import { assertPeriodOpen, postEntry, type PostingContext } from '../journal/journal.write.ts';
import { sql } from '../sql-text.ts';

interface LineRow {
  id: string;
  account_id: string;
  merchant_id: string | null;
  warehouse_id: string | null;
  amount: string;
  tax: string;
}

interface SplitRow {
  bill_line_id: string;
  merchant_id: string;
  amount: string;
}

export interface ApprovedBill {
  id: string;
  bill_no: string;
  status: 'open' | 'paid';
}

/**
 * Approves a draft: it gets its number and its entry and is frozen; the database refuses splits that do not add up.
 * Refuses 404, 400 ILLEGAL_TRANSITION, NEGATIVE_TOTAL, 409 PERIOD_LOCKED. A bill with a zero total is paid at once.
 */
export async function postApproval(
  tx: TenantTransaction,
  context: PostingContext,
  billId: string,
): Promise<ApprovedBill> {
  const { organizationId, postedBy } = context;
  const bill = await lockDraft(tx, organizationId, 'bill', billId, 'approve');
  const books = await readAccountingSettings(tx, organizationId);
  const accounts = await readSystemAccounts(tx, organizationId);
  const lines = await postedLines(tx, organizationId, bill.id);
  const total = sum(lines.map(({ amount, tax }) => amount.plus(tax)));
  if (total.lt(zero)) {
    throw new Refusal(
      'NEGATIVE_TOTAL',
      `${withCapitalArticle(bill.kind.replace('_', ' '))} cannot total ${total.toFixed()}: enter the opposite kind of document instead.`,
      {
        total: total.toFixed(),
      },
    );
  }
  const currencies = { ...books, currency: bill.currency, rate: decimal(bill.exchange_rate) };
  const posting = billPosting({ ...bill, lines }, accounts, currencies);
  await assertPeriodOpen(tx, organizationId, [bill.bill_date]);
  const number = await nextNumber(
    tx,
    organizationId,
    bill.kind === 'bill' ? 'BILL' : 'VC',
    monthOf(bill.bill_date),
  );
  const status = total.eq(zero) ? ('paid' as const) : ('open' as const);
  await execute(
    tx,
    sql`update bills
        set status = 'open', bill_no = ${number}, base_total = ${posting.baseTotal.toFixed()}, approved_at = now(), approved_by = ${postedBy}, updated_at = now(),
            version = version + 1
      where organization_id = ${organizationId} and id = ${bill.id}`,
  );
  if (status === 'paid') {
    await execute(
      tx,
      sql`update bills set status = ${status}, paid_at = now()
      where organization_id = ${organizationId} and id = ${bill.id}`,
    );
  }
  await postEntry(tx, context, {
    sourceType: 'bill',
    sourceId: bill.id,
    event: 'issue',
    entryDate: bill.bill_date,
    description: `${bill.kind === 'bill' ? 'Bill' : 'Vendor credit'} ${number}${bill.vendor_bill_no ? ` (${bill.vendor_bill_no})` : ''}`,
    lines: posting.lines,
  });
  return { id: bill.id, bill_no: number, status };
}

async function postedLines(tx: TenantTransaction, organizationId: string, billId: string) {
  const lines = await rows<LineRow>(
    tx,
    sql`select id, account_id, merchant_id, warehouse_id, amount, tax from bill_lines
      where organization_id = ${organizationId} and bill_id = ${billId} order by line_no`,
  );
  const splits = await rows<SplitRow>(
    tx,
    sql`select s.bill_line_id, s.merchant_id, s.amount from bill_line_splits s
       join bill_lines l on l.organization_id = s.organization_id and l.id = s.bill_line_id
      where s.organization_id = ${organizationId} and l.bill_id = ${billId} order by l.line_no, s.split_no`,
  );
  const byLine = groupBy(splits, ({ bill_line_id: id }) => id);
  return lines.map((line) => ({
    ...line,
    amount: decimal(line.amount),
    tax: decimal(line.tax),
    splits: (byLine.get(line.id) ?? []).map((split) => ({ ...split, amount: decimal(split.amount) })),
  }));
}
