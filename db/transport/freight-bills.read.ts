/** Reads freight bills with their splits by merchant. They are part of the books: a merchant's token sees none. */
import type { DocumentStatus } from '../../domain/documents/document-states.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { every, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';

export interface FreightSplitRow {
  merchant_id: string;
  basis_qty: number;
  share: number;
  amount: number;
  rebill_status: 'pending' | 'charged' | 'not_rebillable';
}

export interface FreightBillRow {
  id: string;
  bill_no: string | null;
  vendor_bill_no: string | null;
  status: DocumentStatus;
  carrier_id: string;
  carrier: string;
  order_id: string | null;
  transport_no: string | null;
  load_id: string | null;
  currency: string;
  bill_date: string;
  due_date: string;
  expected_total: string | null;
  total: string;
  amount_due: string;
  split_basis: string | null;
  splits: FreightSplitRow[];
  created_at: Date;
  updated_at: Date;
}

// The splits' numerics exactly as the database writes them, read as JSON numbers.
const splits = sql`coalesce((
  select json_agg(json_build_object('merchant_id', s.merchant_id, 'basis_qty', trim_scale(s.basis_qty),
           'share', trim_scale(s.share), 'amount', trim_scale(s.amount), 'rebill_status', s.rebill_status)
           order by l.line_no, s.split_no)
    from bill_lines l join bill_line_splits s on s.organization_id = l.organization_id and s.bill_line_id = l.id
   where l.organization_id = b.organization_id and l.bill_id = b.id), '[]')`;

const basis = sql`(select min(l.split_basis) from bill_lines l where l.organization_id = b.organization_id and l.bill_id = b.id)`;

const columns = sql`b.id, b.bill_no, b.vendor_bill_no, b.status, b.carrier_id, c.name as carrier, b.tms_order_id as order_id,
  o.transport_no, b.load_id, b.currency, b.bill_date, b.due_date, b.expected_total, b.total, b.amount_due,
  ${basis} as split_basis, ${splits} as splits, b.created_at, b.updated_at`;

const from = sql`bills b`;
const joins = sql`join carriers c on c.organization_id = b.organization_id and c.id = b.carrier_id
  left join transport_orders o on o.organization_id = b.organization_id and o.id = b.tms_order_id`;

const freightOnly = sql`b.bill_type = 'freight' and b.kind = 'bill'`;

export const freightBillSorts = { created_at: 'b.created_at', bill_date: 'b.bill_date' };

export function listFreightBills(
  tx: TenantTransaction,
  filters: { status?: string; carrier_id?: string; order_id?: string; load_id?: string },
  page: PageQuery,
): Promise<PageOf<FreightBillRow>> {
  const parts = [sql`b.organization_id = ${tx.organizationId}`, freightOnly];
  if (filters.status) parts.push(sql`b.status = ${filters.status}`);
  if (filters.carrier_id) parts.push(sql`b.carrier_id = ${filters.carrier_id}::uuid`);
  if (filters.order_id) parts.push(sql`b.tms_order_id = ${filters.order_id}::uuid`);
  if (filters.load_id) parts.push(sql`b.load_id = ${filters.load_id}::uuid`);
  const list = {
    columns,
    from,
    joins,
    where: every(parts),
    sorts: freightBillSorts,
    id: 'b.id',
    usual: '-created_at',
  };
  return readPage<FreightBillRow>(tx, list, page);
}

export async function findFreightBill(
  tx: TenantTransaction,
  id: string,
): Promise<FreightBillRow | undefined> {
  const [found] = await rows<FreightBillRow>(
    tx,
    sql`select ${columns} from ${from} ${joins} where b.organization_id = ${tx.organizationId} and b.id = ${id} and ${freightOnly}`,
  );
  return found;
}
