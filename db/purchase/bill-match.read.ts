/** Three-way match of a vendor's bill, read from the bill, its purchase order and the order's receipts. */
import { isOneOf } from '../state-columns.ts';
import { sum } from '../../domain/decimal.ts';
import { bookedStates } from '../../domain/documents/document-states.ts';
import { groupBy } from '../../domain/group-by.ts';
import {
  isAccepted,
  matchBill,
  type Acceptance,
  type BilledLine,
  type MatchDifference,
} from '../../domain/purchase/bill-match.ts';
import { inUnit } from '../../domain/purchase/remainders.ts';
import { unitsBilled, type BilledUnits, type BookedLine } from '../../domain/purchase/units-billed.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';
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
  b.id, b.bill_no, b.vendor_bill_no, b.status, b.vendor_id, v.name as vendor, b.currency, c.exponent, b.total,
  o.id as purchase_order_id, o.po_no, o.vendor_id as order_vendor_id, o.currency as order_currency`;

const fromBillsOf = (order: SqlText): SqlText => sql`
  bills b
  join purchase_orders o on o.organization_id = b.organization_id and o.id = ${order}
  join currencies c on c.code = b.currency
  left join vendors v on v.organization_id = b.organization_id and v.id = b.vendor_id`;

const namedOrder = sql`b.purchase_order_id`;

/** Bills of earlier versions may bill an order that they do not name: the one their lines name. */
const billedOrder = sql`coalesce(${namedOrder}, (
  select p.order_id from bill_lines l
    join purchase_order_lines p on p.organization_id = l.organization_id and p.id = l.purchase_order_line_id
   where l.organization_id = b.organization_id and l.bill_id = b.id order by l.line_no limit 1))`;

/** A page of bills that name their purchase order and are not void, newest first, each with its match. */
export async function listBillMatches(
  tx: TenantTransaction,
  { purchase_order_id: orderId = null }: { purchase_order_id?: string | null | undefined },
  page: PageQuery,
): Promise<PageOf<BillMatch>> {
  const where = sql`b.organization_id = ${tx.organizationId} and b.kind = 'bill' and b.status <> 'void'
    and (${orderId}::uuid is null or b.purchase_order_id = ${orderId}::uuid)`;
  const list = { columns, from: fromBillsOf(namedOrder), where, order: ['-b.created_at', '-b.id'] };
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
    sql`select ${columns} from ${fromBillsOf(billedOrder)}
         where b.organization_id = ${tx.organizationId} and b.id = any(${billIds}::uuid[]) and b.kind = 'bill'`,
  );
  return matchesOf(tx, bills);
}

interface BillLineRow extends Omit<BilledLine, 'ordered'> {
  bill_id: string;
  purchase_order_line_id: string | null;
}

async function matchesOf(tx: TenantTransaction, bills: readonly MatchBillRow[]): Promise<BillMatch[]> {
  if (bills.length === 0) return [];
  const billIds = bills.map(({ id }) => id);
  const lines = await readBilledLines(tx, billIds);
  const orderIds = [...new Set(bills.map(({ purchase_order_id: id }) => id))];
  const ordered = new Map((await readLines(tx, orderIds)).map((line) => [line.id, line]));
  const billed = await readUnitsBilled(
    tx,
    lines.flatMap(({ purchase_order_line_id: id }) => id ?? []),
  );
  const accepted = await readAcceptances(tx, billIds);
  return bills.map((bill) => {
    const ofBill = lines
      .filter(({ bill_id: id }) => id === bill.id)
      .map((line): BilledLine => {
        const found = line.purchase_order_line_id && ordered.get(line.purchase_order_line_id);
        if (!found || found.order_id !== bill.purchase_order_id) return { ...line, ordered: null };
        const received = String(inUnit(found.received_base, found.uom_factor));
        const { id, price, qty } = found;
        const elsewhere = (billed.get(id) ?? []).filter((one) => one.bill_id !== bill.id);
        const billed_elsewhere = sum(elsewhere.map(({ units }) => units)).toFixed();
        return { ...line, ordered: { id, price, qty, received, billed_elsewhere } };
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

function readBilledLines(tx: TenantTransaction, billIds: readonly string[]): Promise<BillLineRow[]> {
  return rows<BillLineRow>(
    tx,
    sql`select id, bill_id, quantity, unit_cost, amount, purchase_order_line_id from bill_lines
         where organization_id = ${tx.organizationId} and bill_id = any (${billIds}::uuid[])
         order by bill_id, line_no`,
  );
}

/** What each approved bill and credit takes of these order lines or gives back, by order line. */
async function readUnitsBilled(
  tx: TenantTransaction,
  orderLineIds: readonly string[],
): Promise<Map<string, BilledUnits[]>> {
  const booked = await rows<BookedLine & { order_line_id: string }>(
    tx,
    sql`select p.id as order_line_id, p.price as agreed, b.id as bill_id, b.kind, b.original_bill_id, b.currency, k.exponent,
               l.quantity, l.amount
          from purchase_order_lines p
          join bill_lines l on l.organization_id = p.organization_id and l.purchase_order_line_id = p.id
          join bills b on b.organization_id = l.organization_id and b.id = l.bill_id
          join currencies k on k.code = b.currency
         where p.organization_id = ${tx.organizationId} and p.id = any (${orderLineIds}::uuid[])
           and ${isOneOf('b.status', bookedStates)}
         order by p.id, b.approved_at, (b.kind = 'bill' and l.quantity > 0) desc, b.id, l.line_no`,
  );
  const ofLine = groupBy(booked, ({ order_line_id: id }) => id);
  return new Map([...ofLine].map(([id, lines]) => [id, unitsBilled(lines)]));
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
