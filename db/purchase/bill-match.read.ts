/** Three-way match of a vendor's bill, read from the bill, its purchase order and the order's receipts. */
import { isOneOf } from '../state-columns.ts';
import { bookedStates } from '../../domain/documents/document-states.ts';
import {
  isAccepted,
  matchBill,
  type Acceptance,
  type BilledLine,
  type MatchDifference,
} from '../../domain/purchase/bill-match.ts';
import { inUnit } from '../../domain/purchase/remainders.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { readLines } from './order-progress.read.ts';

export interface MatchBillRow {
  id: string;
  bill_no: string | null;
  vendor_bill_no: string | null;
  status: string;
  vendor_id: string | null;
  vendor: string | null;
  currency: string;
  exponent: number;
  total: string;
  purchase_order_id: string;
  po_no: string;
  order_vendor_id: string;
  order_currency: string;
}

export interface AcceptanceRow extends Acceptance {
  reason: string;
  accepted_by: string;
  accepted_at: Date;
}

export interface BillMatch extends MatchBillRow {
  differences: (MatchDifference & { accepted: AcceptanceRow | undefined })[];
  /** Matched: no differences. Accepted: all differences were accepted. Blocked: it may not be paid. */
  match: 'matched' | 'accepted' | 'blocked';
}

const columns = sql`
  b.id, b.bill_no, b.vendor_bill_no, b.status, b.vendor_id, v.name as vendor, b.currency, c.exponent, b.total, b.purchase_order_id,
  o.po_no, o.vendor_id as order_vendor_id, o.currency as order_currency`;

const from = sql`
  bills b
  join purchase_orders o on o.organization_id = b.organization_id and o.id = b.purchase_order_id
  join currencies c on c.code = b.currency
  left join vendors v on v.organization_id = b.organization_id and v.id = b.vendor_id`;

/** A page of purchase orders' bills that are not void, newest first, each with its match. */
export async function listBillMatches(
  tx: TenantTransaction,
  { purchase_order_id: orderId = null }: { purchase_order_id?: string | null | undefined },
  page: PageQuery,
): Promise<PageOf<BillMatch>> {
  const where = sql`b.organization_id = ${tx.organizationId} and b.kind = 'bill' and b.status <> 'void'
    and (${orderId}::uuid is null or b.purchase_order_id = ${orderId}::uuid)`;
  const list = { columns, from, where, order: ['-b.created_at', '-b.id'] };
  const found = await readPage<MatchBillRow>(tx, list, page);
  return { ...found, rows: await matchesOf(tx, found.rows) };
}

/** The match of one bill; undefined for a bill without a purchase order. */
export async function findBillMatch(tx: TenantTransaction, billId: string): Promise<BillMatch | undefined> {
  return (await findBillMatches(tx, [billId]))[0];
}

/** The matches of those of these bills that have a purchase order. */
export async function findBillMatches(
  tx: TenantTransaction,
  billIds: readonly string[],
): Promise<BillMatch[]> {
  const bills = await rows<MatchBillRow>(
    tx,
    sql`select ${columns} from ${from}
         where b.organization_id = ${tx.organizationId} and b.id = any(${billIds}::uuid[]) and b.kind = 'bill'`,
  );
  return matchesOf(tx, bills);
}

interface BillLineRow extends Omit<BilledLine, 'ordered'> {
  bill_id: string;
  purchase_order_line_id: string | null;
  billed_elsewhere: string;
}

async function matchesOf(tx: TenantTransaction, bills: readonly MatchBillRow[]): Promise<BillMatch[]> {
  if (bills.length === 0) return [];
  const billIds = bills.map(({ id }) => id);
  const lines = await readBilledLines(tx, billIds);
  const orderIds = [...new Set(bills.map(({ purchase_order_id: id }) => id))];
  const ordered = new Map((await readLines(tx, orderIds)).map((line) => [line.id, line]));
  const accepted = await readAcceptances(tx, billIds);
  return bills.map((bill) => {
    const ofBill = lines
      .filter(({ bill_id: id }) => id === bill.id)
      .map((line): BilledLine => {
        const found = line.purchase_order_line_id && ordered.get(line.purchase_order_line_id);
        if (!found || found.order_id !== bill.purchase_order_id) return { ...line, ordered: null };
        const received = String(inUnit(found.received_base, found.uom_factor));
        const { id, price, qty } = found;
        return { ...line, ordered: { id, price, qty, received, billed_elsewhere: line.billed_elsewhere } };
      });
    const order = { vendor_id: bill.order_vendor_id, currency: bill.order_currency };
    const taken = accepted.filter(({ bill_id: id }) => id === bill.id);
    const differences = matchBill({ ...bill, lines: ofBill }, order).map((difference) => ({
      ...difference,
      accepted: taken.find((one) => isAccepted(difference, [one])),
    }));
    const isOpen = differences.some(({ accepted: by }) => by === undefined);
    return {
      ...bill,
      differences,
      match: isOpen ? 'blocked' : differences.length > 0 ? 'accepted' : 'matched',
    };
  });
}

/**
 * Whether line `other` of `b` gives units of its order line back: what it gives is what they were billed at, on the bill
 * it corrects or on any approved by then, or the order's price where none was. Less than a cent apart is rounding, of
 * both amounts. Whatever else is given corrects the price, and the units stay billed.
 */
const givesUnitsBack = sql`coalesce(
  (select bool_or(abs(other.amount - other.quantity * was.amount / was.quantity) < power(10::numeric, -k.exponent))
     from bill_lines was
     join bills f on f.organization_id = was.organization_id and f.id = was.bill_id
    where was.organization_id = other.organization_id and was.purchase_order_line_id = other.purchase_order_line_id
      and was.quantity > 0 and f.kind = 'bill' and f.currency = b.currency and ${isOneOf('f.status', bookedStates)}
      and case when b.original_bill_id is null then f.approved_at <= b.approved_at else f.id = b.original_bill_id end),
  abs(other.amount - other.quantity * p.price) < power(10::numeric, -k.exponent))`;

function readBilledLines(tx: TenantTransaction, billIds: readonly string[]): Promise<BillLineRow[]> {
  return rows<BillLineRow>(
    tx,
    sql`select l.id, l.bill_id, l.quantity, l.unit_cost, l.amount, l.purchase_order_line_id,
               coalesce((select sum(case when b.kind = 'bill' then other.quantity else -other.quantity end)
                          from bill_lines other
                          join bills b on b.organization_id = other.organization_id and b.id = other.bill_id
                          join currencies k on k.code = b.currency
                          join purchase_order_lines p on p.organization_id = other.organization_id and p.id = other.purchase_order_line_id
                         where other.organization_id = l.organization_id
                           and other.purchase_order_line_id = l.purchase_order_line_id and other.bill_id <> l.bill_id
                           and ${isOneOf('b.status', bookedStates)}
                           and (b.kind = 'bill' and other.quantity > 0 or ${givesUnitsBack})), 0) as billed_elsewhere
          from bill_lines l
         where l.organization_id = ${tx.organizationId} and l.bill_id = any (${billIds}::uuid[])
         order by l.bill_id, l.line_no`,
  );
}

function readAcceptances(
  tx: TenantTransaction,
  billIds: readonly string[],
): Promise<(AcceptanceRow & { bill_id: string })[]> {
  return rows(
    tx,
    sql`select bill_id, bill_line_id as line_id, kind, amount, reason, accepted_by, accepted_at
          from purchase_match_acceptances
         where organization_id = ${tx.organizationId} and bill_id = any (${billIds}::uuid[])
         order by accepted_at desc, id desc`,
  );
}
