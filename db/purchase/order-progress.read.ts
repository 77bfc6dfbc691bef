/**
 * How much of a purchase order was received, from the receipts that name it or one of its ASNs: the one place that
 * computes this. The receipts of an item are spread over the order's lines of that item in line order; any excess shows
 * on the last one.
 */
import { isOneOf } from '../state-columns.ts';
import { receivableStates } from '../../domain/receiving/receipt-states.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';

export interface OrderLineRow {
  id: string;
  order_id: string;
  line_no: number;
  item_id: string;
  sku: string;
  item_name: string;
  qty: string;
  uom: string;
  uom_factor: string;
  base_uom: string;
  price: string;
  amount: string;
  expected_date: string | null;
  /** In base units: ordered, net received (good and damaged), and still expected on receipts that can be counted. */
  ordered_base: string;
  received_base: string;
  expected_base: string;
}

/** Receipts of orders as (order_id, receipt_id, status): those that name the order, and those of its ASNs. */
export function receiptsOf(organizationId: string, orderIds: SqlText): SqlText {
  return sql`
    select r.source_id as order_id, r.id as receipt_id, r.status
      from inbound_receipts r
     where r.organization_id = ${organizationId} and r.source_type = 'purchase' and r.source_id in (${orderIds})
    union
    select a.po_id, r.id, r.status
      from asns a join inbound_receipts r on r.organization_id = a.organization_id and r.id = a.receipt_id
     where a.organization_id = ${organizationId} and a.po_id in (${orderIds}) and a.status <> 'cancelled'`;
}

/** The lines of orders with their progress, as a select. */
export function linesWithProgress(organizationId: string, orderIds: SqlText): SqlText {
  return sql`
    with ordered as (
      select l.*, l.qty * l.uom_factor as ordered_base,
             sum(l.qty * l.uom_factor) over of_item - l.qty * l.uom_factor as before,
             lead(l.id) over of_item is null as is_last
        from purchase_order_lines l
       where l.organization_id = ${organizationId} and l.order_id in (${orderIds})
      window of_item as (partition by l.order_id, l.item_id order by l.line_no)
    ), counted as (
      select r.order_id, n.item_id, sum((n.received_qty + n.damaged_qty) * n.uom_factor) as received,
             sum(case when ${isOneOf('r.status', receivableStates)}
                      then greatest(coalesce(n.expected_qty, 0) - n.received_qty - n.damaged_qty - n.rejected_qty, 0) * n.uom_factor
                      else 0 end) as expected
        from (${receiptsOf(organizationId, orderIds)}) r
        join inbound_receipt_lines n on n.organization_id = ${organizationId} and n.receipt_id = r.receipt_id
       group by r.order_id, n.item_id
    )
    select l.id, l.order_id, l.line_no, l.item_id, l.qty, l.uom, l.uom_factor, l.price, l.amount,
           l.expected_date, l.ordered_base, l.before, l.is_last, c.expected as item_expected,
           case when l.is_last then greatest(coalesce(c.received, 0) - l.before, 0)
                else least(greatest(coalesce(c.received, 0) - l.before, 0), l.ordered_base) end as received_base
      from ordered l
      left join counted c on c.order_id = l.order_id and c.item_id = l.item_id`;
}

/** The lines of orders by line number. What receipts still expect is spread over the quantities not received yet. */
export function readLines(tx: TenantTransaction, orderIds: readonly string[]): Promise<OrderLineRow[]> {
  const ids = sql`select unnest(${orderIds}::uuid[])`;
  return rows<OrderLineRow>(
    tx,
    sql`select l.id, l.order_id, l.line_no, l.item_id, i.sku, i.name as item_name, l.qty, l.uom, l.uom_factor,
               i.uom as base_uom, l.price, l.amount, l.expected_date, l.ordered_base, l.received_base,
               greatest(least(greatest(l.ordered_base - l.received_base, 0),
                 coalesce(l.item_expected, 0) - l.open_before), 0) as expected_base
          from (select p.*, sum(greatest(p.ordered_base - p.received_base, 0)) over of_item
                            - greatest(p.ordered_base - p.received_base, 0) as open_before
                  from (${linesWithProgress(tx.organizationId, ids)}) p
                window of_item as (partition by p.order_id, p.item_id order by p.line_no)) l
          join items i on i.organization_id = ${tx.organizationId} and i.id = l.item_id
         order by l.order_id, l.line_no`,
  );
}

/** The status of order `o` that follows from its receipts, as an expression. */
export function statusOf(organizationId: string): SqlText {
  return sql`
    case when o.status <> 'released' then o.status
         else (select case when bool_and(p.received_base >= p.ordered_base) then 'received'
                           when bool_or(p.received_base > 0) then 'partially_received' else 'released' end
                 from (${linesWithProgress(organizationId, sql`o.id`)}) p) end`;
}
