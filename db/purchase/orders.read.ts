/** Reads purchase orders with their progress. */
import type { ReceiptSource, ReceiptStatus } from '../../domain/receiving/receipt-states.ts';
import type { PurchaseOrderStatus } from '../../domain/purchase/order-states.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { every, sql, type SqlText } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { mentioning } from '../search.ts';
import { readLines, receiptsOf, statusOf, type OrderLineRow } from './order-progress.read.ts';

export interface PurchaseOrderRow {
  id: string;
  po_no: string;
  status: PurchaseOrderStatus;
  merchant_id: string;
  vendor_id: string;
  vendor: string | null;
  warehouse_id: string;
  warehouse_code: string;
  currency: string;
  total: string;
  expected_date: string | null;
  vendor_ref: string | null;
  note: string;
  version: number;
  base_currency: string;
  approval_above: string | null;
  approved_at: Date | null;
  approved_by: string | null;
  created_at: Date;
  updated_at: Date;
  released_at: Date | null;
  closed_at: Date | null;
  cancelled_at: Date | null;
  end_reason: string | null;
}

export interface OrderReceiptRow {
  id: string;
  receipt_no: string;
  status: ReceiptStatus;
  source_type: ReceiptSource;
  created_at: Date;
}

export interface PurchaseOrderDetail extends PurchaseOrderRow {
  lines: OrderLineRow[];
  receipts: OrderReceiptRow[];
}

export interface PurchaseOrderFilters {
  q?: string | undefined;
  status?: PurchaseOrderStatus | undefined;
  merchant_id?: string | undefined;
  vendor_id?: string | undefined;
  warehouse_id?: string | undefined;
}

export const purchaseOrderSorts = {
  created_at: 'o.created_at',
  po_no: 'o.po_no',
  expected_date: { by: sql`o.expected_date`, isNullable: true },
} as const;

const columns = (organizationId: string): SqlText => sql`
  o.id, o.po_no, ${statusOf(organizationId)} as status, o.merchant_id, o.vendor_id, v.name as vendor, o.warehouse_id,
  w.code as warehouse_code, o.currency, o.total, o.expected_date, o.vendor_ref, o.note, o.version, org.base_currency,
  org.purchase_approval_above as approval_above, o.approved_at, o.approved_by, o.created_at, o.updated_at, o.released_at,
  o.closed_at, o.cancelled_at, o.end_reason`;

const joins = sql`
  join organizations org on org.id = o.organization_id
  join warehouses w on w.organization_id = o.organization_id and w.id = o.warehouse_id
  left join vendors v on v.organization_id = o.organization_id and v.id = o.vendor_id`;

// For these stages the status is the stage; for others it follows from the receipts.
const stages: readonly string[] = ['draft', 'closed', 'cancelled'];

const words = {
  table: 'purchase_orders',
  id: 'o.id',
  columns: ['o.po_no', 'o.vendor_ref', 'o.note'],
} as const;

function conditions(organizationId: string, filters: PurchaseOrderFilters): SqlText[] {
  const { status, merchant_id, vendor_id, warehouse_id } = filters;
  const wanted = [sql`o.organization_id = ${organizationId}`];
  if (status) wanted.push(sql`o.status = ${stages.includes(status) ? status : 'released'}`);
  if (status && !stages.includes(status)) wanted.push(sql`${statusOf(organizationId)} = ${status}`);
  if (merchant_id) wanted.push(sql`o.merchant_id = ${merchant_id}`);
  if (vendor_id) wanted.push(sql`o.vendor_id = ${vendor_id}`);
  if (warehouse_id) wanted.push(sql`o.warehouse_id = ${warehouse_id}`);
  return wanted;
}

/** A page of purchase orders, newest first. */
export async function listPurchaseOrders(
  tx: TenantTransaction,
  filters: PurchaseOrderFilters,
  page: PageQuery,
): Promise<PageOf<PurchaseOrderRow>> {
  const search = await mentioning(tx, words, filters.q);
  const list = {
    columns: columns(tx.organizationId),
    from: sql`purchase_orders o`,
    joins,
    where: every(conditions(tx.organizationId, filters)),
    search,
    sorts: purchaseOrderSorts,
    id: 'o.id',
    usual: '-created_at',
  };
  return readPage<PurchaseOrderRow>(tx, list, page);
}

/** One purchase order with its lines and its receipts. */
export async function findPurchaseOrder(
  tx: TenantTransaction,
  id: string,
): Promise<PurchaseOrderDetail | undefined> {
  const [order] = await rows<PurchaseOrderRow>(
    tx,
    sql`select ${columns(tx.organizationId)} from purchase_orders o ${joins}
         where o.organization_id = ${tx.organizationId} and o.id = ${id}`,
  );
  if (!order) return undefined;
  return {
    ...order,
    lines: await readLines(tx, [id]),
    receipts: await listOrderReceipts(tx, id),
  };
}

/** The receipts of an order, oldest first. */
export function listOrderReceipts(tx: TenantTransaction, orderId: string): Promise<OrderReceiptRow[]> {
  return rows<OrderReceiptRow>(
    tx,
    sql`select r.id, r.receipt_no, r.status, r.source_type, r.created_at
          from (${receiptsOf(tx.organizationId, sql`${orderId}::uuid`)}) of_order
          join inbound_receipts r on r.organization_id = ${tx.organizationId} and r.id = of_order.receipt_id
         order by r.created_at, r.id`,
  );
}
