/** What of a return may be credited, under its lock and that of the invoice its order was billed on. */
import { row, rows, type TenantTransaction } from '../database.ts';
import { lockOriginal, type OriginalInvoice } from '../documents/invoice-locks.write.ts';
import { sql } from '../sql-text.ts';
import { isInForce } from './came-back.ts';
import { liveCredits } from './live-credits.ts';
import type { WantedOutcome } from '../../domain/returns/return-states.ts';

/** Units of a return's line that came back, and the terms of their credit: those of one inspection, or nobody inspects. */
export interface CreditableUnits {
  return_line_id: string;
  order_line_id: string | null;
  wanted: WantedOutcome;
  inspection_id: string | null;
  returned: string;
  /** Disposed of as `customer`: what goes back to whoever sent it. */
  sent_back: string;
  credited: string;
  credit_percent: string;
  restocking_fee: string;
  fee_item_id: string | null;
}

/** The units of a locked return by line and inspection. A line of which nothing was inspected yet has none of them. */
export function creditableUnits(tx: TenantTransaction, returnId: string): Promise<CreditableUnits[]> {
  return rows<CreditableUnits>(
    tx,
    sql`select l.id as return_line_id, l.order_line_id, l.wanted, g.inspection_id, coalesce(g.returned, 0) as returned,
               coalesce(g.credit_percent, l.credit_percent) as credit_percent,
               coalesce(g.restocking_fee, l.restocking_fee) as restocking_fee,
               case when g.inspection_id is null then l.fee_item_id else g.fee_item_id end as fee_item_id,
               coalesce((select sum(d.qty) from dispositions d
                          where d.organization_id = l.organization_id and d.inspection_id = g.inspection_id
                            and d.kind = 'customer' and ${isInForce('d')}), 0) as sent_back,
               coalesce((select sum(c.quantity) from ${liveCredits}
                          where c.organization_id = l.organization_id and c.return_line_id = l.id
                            and c.inspection_id is not distinct from g.inspection_id), 0) as credited
          from return_lines l
          left join lateral (
            select x.id as inspection_id, x.qty as returned, x.credit_percent, x.restocking_fee, x.fee_item_id, x.inspected_at
              from inspections x
             where x.organization_id = l.organization_id and x.return_line_id = l.id
             union all
            select null, c.received_qty + c.damaged_qty, null, null, null, null
              from inbound_receipt_lines c
             where l.inspect = 'never' and c.organization_id = l.organization_id and c.id = l.receipt_line_id) g on true
         where l.organization_id = ${tx.organizationId} and l.return_id = ${returnId}
         order by l.line_no, g.inspected_at, g.inspection_id`,
  );
}

/** The issued invoice of an order, locked: credits of all its returns take turns. */
export async function lockOrderInvoice(
  tx: TenantTransaction,
  orderId: string,
): Promise<OriginalInvoice | undefined> {
  const found = await row<{ id: string }>(
    tx,
    sql`select id from invoices where organization_id = ${tx.organizationId} and sales_order_id = ${orderId}
           and source = 'sales_order' and kind = 'invoice' and status not in ('draft', 'void')`,
  );
  const invoice = found && (await lockOriginal(tx, found.id));
  return invoice?.status === 'void' ? undefined : invoice;
}

export interface InvoicedLine {
  id: string;
  order_line_id: string | null;
  account_id: string;
  warehouse_id: string | null;
  description: string;
  uom: string;
  quantity: string;
  unit_price: string;
  amount: string;
  discount: string;
  credited_qty: string;
  /** Each counted by the percentage credited. */
  credited_units: string;
  credited_net: string;
  credited_discount: string;
}

/** The lines of a locked invoice, each with what credit notes give back of it: those of returns, and lines that name it. */
export function invoicedLines(tx: TenantTransaction, invoiceId: string): Promise<InvoicedLine[]> {
  return rows<InvoicedLine>(
    tx,
    sql`select l.id, l.order_line_id, l.account_id, l.warehouse_id, l.description, l.uom, l.quantity, l.unit_price, l.amount, l.discount,
               back.qty as credited_qty, back.units as credited_units, back.net as credited_net, back.discount as credited_discount
          from invoice_lines l
          cross join lateral (
            select coalesce(sum(c.quantity), 0) as qty, coalesce(sum(c.quantity * coalesce(c.credit_percent, 100) / 100), 0) as units,
                   coalesce(sum(c.amount - c.discount), 0) as net, coalesce(sum(c.discount), 0) as discount
              from ${liveCredits}
             where c.organization_id = l.organization_id
               and (c.original_line_id = l.id
                    or (c.original_line_id is null and c.order_line_id = l.order_line_id and c.return_line_id is not null))) back
         where l.organization_id = ${tx.organizationId} and l.invoice_id = ${invoiceId} order by l.line_no`,
  );
}

/** The tax of a locked invoice, and what the credit notes of its lines give back of it. */
export async function invoicedTax(
  tx: TenantTransaction,
  invoiceId: string,
): Promise<{ tax: string; credited: string }> {
  const found = await row<{ tax: string; credited: string }>(
    tx,
    sql`select i.tax_total as tax,
               coalesce((select sum(n.tax_total) from invoices n
                          where n.organization_id = i.organization_id and n.original_invoice_id = i.id
                            and n.status <> 'void'
                            and (n.source = 'return' or exists (
                              select 1 from invoice_lines c where c.organization_id = n.organization_id
                                 and c.invoice_id = n.id and c.original_line_id is not null))), 0) as credited
          from invoices i where i.organization_id = ${tx.organizationId} and i.id = ${invoiceId}`,
  );
  return found!;
}
