/** Writes purchase orders: create, change, lock, move to a stage. */
import { newId } from '../../domain/new-id.ts';
import type { Decimal } from '../../domain/decimal.ts';
import {
  purchaseOrderStatus,
  type PurchaseOrderStage,
  type PurchaseOrderStatus,
} from '../../domain/purchase/order-states.ts';
import { decimal } from '../../domain/decimal.ts';
import { notFound } from '../../domain/refusal.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { readLines, type OrderLineRow } from './order-progress.read.ts';

export interface NewPurchaseOrder {
  id: string;
  po_no: string;
  merchant_id: string;
  vendor_id: string;
  warehouse_id: string;
  currency: string;
  expected_date: string | null;
  vendor_ref: string | null;
  note: string;
  created_by: string;
}

export interface NewOrderLine {
  item_id: string;
  qty: number | string;
  uom: string;
  uom_factor: string;
  price: number | string;
  amount: Decimal;
  expected_date: string | null;
}

export async function insertPurchaseOrder(
  tx: TenantTransaction,
  order: NewPurchaseOrder,
  lines: readonly NewOrderLine[],
): Promise<void> {
  await execute(
    tx,
    sql`insert into purchase_orders (organization_id, id, po_no, merchant_id, vendor_id, warehouse_id, currency,
               expected_date, vendor_ref, note, created_by)
        values (${tx.organizationId}, ${order.id}, ${order.po_no}, ${order.merchant_id}, ${order.vendor_id},
               ${order.warehouse_id}, ${order.currency}, ${order.expected_date}, ${order.vendor_ref}, ${order.note},
               ${order.created_by})`,
  );
  await insertOrderLines(tx, order, lines, 1);
}

/**
 * Adds lines, numbered from `firstNo`, and updates the order's totals. The caller holds the order locked, or has just
 * created it.
 */
export async function insertOrderLines(
  tx: TenantTransaction,
  order: { id: string; merchant_id: string },
  lines: readonly NewOrderLine[],
  firstNo: number,
): Promise<void> {
  const stored = lines.map((line, index) => ({
    ...line,
    id: newId(),
    line_no: firstNo + index,
    amount: line.amount.toFixed(),
  }));
  await execute(
    tx,
    sql`insert into purchase_order_lines (organization_id, id, order_id, merchant_id, line_no, item_id, qty, uom, uom_factor,
               price, amount, expected_date)
        select ${tx.organizationId}::uuid, id, ${order.id}::uuid, ${order.merchant_id}::uuid, line_no, item_id, qty, uom,
               uom_factor, price, amount, expected_date
          from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) as l (id uuid, line_no integer, item_id uuid, qty numeric,
               uom text, uom_factor numeric, price numeric, amount numeric, expected_date date)`,
  );
  await sumUp(tx, order.id);
}

/** Replaces a draft's lines. */
export async function replaceOrderLines(
  tx: TenantTransaction,
  order: { id: string; merchant_id: string },
  lines: readonly NewOrderLine[],
): Promise<void> {
  await execute(
    tx,
    sql`delete from purchase_order_lines where organization_id = ${tx.organizationId} and order_id = ${order.id}`,
  );
  await insertOrderLines(tx, order, lines, 1);
}

export async function setOrderLine(
  tx: TenantTransaction,
  line: { id: string; order_id: string },
  { qty, price, amount }: { qty: string; price: string; amount: Decimal },
): Promise<void> {
  await execute(
    tx,
    sql`update purchase_order_lines set qty = ${qty}, price = ${price}, amount = ${amount.toFixed()}, updated_at = now()
         where organization_id = ${tx.organizationId} and id = ${line.id}`,
  );
  await sumUp(tx, line.order_id);
}

async function sumUp(tx: TenantTransaction, orderId: string): Promise<void> {
  await execute(
    tx,
    sql`update purchase_orders
           set total = (select coalesce(sum(amount), 0) from purchase_order_lines
                         where organization_id = ${tx.organizationId} and order_id = ${orderId}),
               updated_at = now()
         where organization_id = ${tx.organizationId} and id = ${orderId}`,
  );
}

export interface LockedPurchaseOrder {
  id: string;
  po_no: string;
  merchant_id: string;
  vendor_id: string;
  warehouse_id: string;
  currency: string;
  total: string;
  expected_date: string | null;
  version: number;
  approved_at: Date | null;
  base_currency: string;
  approval_above: string | null;
  stage: PurchaseOrderStage;
  status: PurchaseOrderStatus;
  lines: OrderLineRow[];
}

/** Locks an order and reads its progress. Refuses 404. */
export async function lockPurchaseOrder(
  tx: TenantTransaction,
  id: string,
  missing = () => notFound('purchase order'),
): Promise<LockedPurchaseOrder> {
  const [order] = await rows<Omit<LockedPurchaseOrder, 'status' | 'lines'>>(
    tx,
    sql`select o.id, o.po_no, o.merchant_id, o.vendor_id, o.warehouse_id, o.currency, o.total, o.expected_date, o.version,
               o.approved_at, o.status as stage, org.base_currency, org.purchase_approval_above as approval_above
          from purchase_orders o join organizations org on org.id = o.organization_id
         where o.organization_id = ${tx.organizationId} and o.id = ${id} for update of o`,
  );
  if (!order) throw missing();
  const lines = await readLines(tx, [id]);
  return { ...order, lines, status: statusWith(order.stage, lines) };
}

/** The status that follows from a stage and the lines as read. */
export function statusWith(stage: PurchaseOrderStage, lines: readonly OrderLineRow[]): PurchaseOrderStatus {
  const progress = lines.map((line) => ({
    ordered: decimal(line.ordered_base),
    received: decimal(line.received_base),
  }));
  return purchaseOrderStatus(stage, progress);
}

export interface DraftFields {
  vendor_id?: string | undefined;
  warehouse_id?: string | undefined;
  expected_date?: string | null | undefined;
  vendor_ref?: string | null | undefined;
  note?: string | undefined;
}

/** Changes fields of an order and increments its version. An edit withdraws its approval. */
export async function updatePurchaseOrder(
  tx: TenantTransaction,
  id: string,
  changes: DraftFields,
  { isApprovalKept = false }: { isApprovalKept?: boolean } = {},
): Promise<void> {
  const { vendor_id = null, warehouse_id = null, expected_date, vendor_ref, note = null } = changes;
  await execute(
    tx,
    sql`update purchase_orders
           set vendor_id = coalesce(${vendor_id}::uuid, vendor_id), warehouse_id = coalesce(${warehouse_id}::uuid, warehouse_id),
               expected_date = case when ${expected_date !== undefined} then ${expected_date ?? null}::date else expected_date end,
               vendor_ref = case when ${vendor_ref !== undefined} then ${vendor_ref ?? null}::text else vendor_ref end,
               note = coalesce(${note}::text, note), version = version + 1,
               approved_at = case when ${isApprovalKept} then approved_at end,
               approved_by = case when ${isApprovalKept} then approved_by end,
               updated_at = now()
         where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

export async function approvePurchaseOrder(tx: TenantTransaction, id: string, by: string): Promise<void> {
  await execute(
    tx,
    sql`update purchase_orders set approved_at = now(), approved_by = ${by}, updated_at = now()
         where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

/** Moves an order to a stage and sets its date. */
export async function setPurchaseOrderStage(
  tx: TenantTransaction,
  id: string,
  stage: PurchaseOrderStage,
  reason: string | null = null,
): Promise<void> {
  await execute(
    tx,
    sql`update purchase_orders
           set status = ${stage}, updated_at = now(), end_reason = ${reason}::text,
               released_at = case when ${stage}::text = 'released' then coalesce(released_at, now()) else released_at end,
               closed_at = case when ${stage}::text = 'closed' then now() end,
               cancelled_at = case when ${stage}::text = 'cancelled' then now() end
         where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}
