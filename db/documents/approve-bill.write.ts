/** Approving a bill assigns its number, journal entry and status in one step. */
import { billPosting, type PostedBillLine } from '../../domain/documents/bill-posting.ts';
import { billStates } from '../../domain/documents/document-states.ts';
import { assertNotNegative } from '../../domain/documents/negative-total.ts';
import { monthOf } from '../../domain/days.ts';
import { decimal, sum, zero, type Decimal } from '../../domain/decimal.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { DocumentEntry } from '../../domain/journal/journal-entry.ts';
import { isGood, notFound, type Refusal, refusalOr } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import type { Counter } from '../tenancy/sequences.write.ts';
import { lockAllForChange, type LockedBill } from './drafts.write.ts';
import { accountUses, assertPostable, readAccountsIn, type Chart } from '../journal/account-checks.read.ts';
import type { Books } from '../journal/books.read.ts';
import { enterBooks } from '../journal/journal-locks.write.ts';
import { assertOpen, postTogether } from '../journal/journal.write.ts';

interface LineRow {
  id: string;
  bill_id: string;
  account_id: string;
  merchant_id: string | null;
  warehouse_id: string | null;
  amount: string;
  tax: string;
  tax_code: string;
  tax_rate: string | null;
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

/** A bill that will be approved. */
interface Approval {
  id: string;
  counter: Counter;
  status: ApprovedBill['status'];
  baseTotal: Decimal;
  by: string;
  entry: DocumentEntry;
}

/**
 * Approves drafts: each gets its number and its entry and is frozen; the database refuses splits that do not add up.
 * Answers in the order asked. Refuses 404, 400 ILLEGAL_TRANSITION, NEGATIVE_TOTAL, an account that may not be posted to any more, 409 PERIOD_LOCKED, and what the caller
 * finds `against` some of them once they are locked. A bill with a zero total is paid at once.
 */
export async function approveBills(
  tx: TenantTransaction,
  asked: readonly { id: string; by: string }[],
  against: (tx: TenantTransaction, ids: readonly string[]) => Promise<ReadonlyMap<string, Refusal>>,
): Promise<(ApprovedBill | Refusal)[]> {
  const ids = asked.map(({ id }) => id.toLowerCase());
  // Sent at once and run in this order, so the lines are read under the bills' locks.
  const [bills, refused, books, chart, lines] = await Promise.all([
    lockAllForChange(tx, 'bill', ids),
    against(tx, ids),
    enterBooks(tx),
    readAccountsIn(
      tx,
      sql`select account_id from bill_lines where organization_id = ${tx.organizationId} and bill_id = any(${ids}::uuid[])`,
    ),
    postedLines(tx, ids),
  ]);
  const planned = asked.map(({ by }, index) =>
    refusalOr(() => {
      const bill = bills.get(ids[index]!);
      if (!bill) throw notFound('bill');
      const refusal = refused.get(bill.id);
      if (refusal) throw refusal;
      return planApproval(bill, lines.get(bill.id) ?? [], by, books, chart);
    }),
  );
  const approved = planned.filter(isGood);
  const postings = approved.map(({ by, counter, entry }) => ({ postedBy: by, counter, entries: [entry] }));
  const numbers = new Map<Approval, string>();
  await postTogether(tx, postings, (nos) => {
    for (const [index, one] of approved.entries()) numbers.set(one, nos[index]!);
    return storeApproved(tx, numbers);
  });
  return planned.map((one) =>
    isGood(one) ? { id: one.id, bill_no: numbers.get(one)!, status: one.status } : one,
  );
}

/** Takes the step, so that a command behind it in the group finds the bill approved; or throws why not. */
function planApproval(
  bill: LockedBill,
  lines: readonly PostedBillLine[],
  by: string,
  books: Books,
  chart: Chart,
): Approval {
  nextState(billStates, bill.status, 'approve');
  // They may have been archived, or changed, since the draft was made.
  assertPostable(chart.accounts, accountUses(lines, bill.currency));
  const total = sum(lines.map(({ amount, tax }) => amount.plus(tax)));
  assertNotNegative(bill.kind, total);
  const currencies = { ...books, currency: bill.currency, rate: decimal(bill.exchange_rate) };
  const posting = billPosting({ ...bill, lines }, chart.system, currencies);
  assertOpen(books.lockDate, [bill.bill_date]);
  const status = total.eq(zero) ? ('paid' as const) : ('open' as const);
  bill.status = status;
  const [prefix, words] = bill.kind === 'bill' ? ['BILL', 'Bill'] : ['VC', 'Vendor credit'];
  return {
    id: bill.id,
    counter: { prefix, period: monthOf(bill.bill_date) },
    status,
    baseTotal: posting.baseTotal,
    by,
    entry: {
      sourceType: 'bill',
      sourceId: bill.id,
      event: 'issue',
      entryDate: bill.bill_date,
      description: (no) => `${words} ${no}${bill.vendor_bill_no ? ` (${bill.vendor_bill_no})` : ''}`,
      lines: posting.lines,
    },
  };
}

async function storeApproved(tx: TenantTransaction, approved: ReadonlyMap<Approval, string>): Promise<void> {
  const stored = [...approved].map(([{ id, status, baseTotal, by }, bill_no]) => ({
    id,
    status,
    bill_no,
    base_total: baseTotal.toFixed(),
    approved_by: by,
  }));
  const bills = sql`jsonb_to_recordset(${JSON.stringify(stored)}::jsonb)
         as n (id uuid, status text, bill_no text, base_total numeric, approved_by text)`;
  await Promise.all([
    // Splits are checked on the way from draft to open.
    execute(
      tx,
      sql`update bills b
        set status = 'open', bill_no = n.bill_no, base_total = n.base_total, approved_at = now(),
            approved_by = n.approved_by, updated_at = now(), version = b.version + 1
       from ${bills} where b.organization_id = ${tx.organizationId} and b.id = n.id`,
    ),
    ...(stored.some(({ status }) => status === 'paid')
      ? [
          execute(
            tx,
            sql`update bills b set status = n.status, paid_at = now()
       from ${bills} where b.organization_id = ${tx.organizationId} and b.id = n.id and n.status = 'paid'`,
          ),
        ]
      : []),
  ]);
}

async function postedLines(
  tx: TenantTransaction,
  billIds: readonly string[],
): Promise<Map<string, PostedBillLine[]>> {
  const [lines, splits] = await Promise.all([
    rows<LineRow>(
      tx,
      sql`select id, bill_id, account_id, merchant_id, warehouse_id, amount, tax, tax_code, tax_rate from bill_lines
      where organization_id = ${tx.organizationId} and bill_id = any(${billIds}::uuid[]) order by bill_id, line_no`,
    ),
    rows<SplitRow>(
      tx,
      sql`select s.bill_line_id, s.merchant_id, s.amount from bill_line_splits s
       join bill_lines l on l.organization_id = s.organization_id and l.id = s.bill_line_id
      where s.organization_id = ${tx.organizationId} and l.bill_id = any(${billIds}::uuid[])
      order by l.bill_id, l.line_no, s.split_no`,
    ),
  ]);
  const byLine = groupBy(splits, ({ bill_line_id: id }) => id);
  const posted = lines.map((line) => ({
    ...line,
    amount: decimal(line.amount),
    tax: decimal(line.tax),
    splits: (byLine.get(line.id) ?? []).map((split) => ({ ...split, amount: decimal(split.amount) })),
  }));
  return groupBy(posted, ({ bill_id: id }) => id);
}
