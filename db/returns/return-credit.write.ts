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
