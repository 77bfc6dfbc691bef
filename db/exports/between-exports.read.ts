/**
 * Exports of what goes back and between: customers' returns, returns to vendors, inspections of received goods, transfers.
 * New columns stand at the end.
 */
import { isInForce } from '../returns/came-back.ts';
import { creditedOfLine, liveCredits } from '../returns/live-credits.ts';
import { sql } from '../sql-text.ts';
import { conditions, number, text, utc, type PlanExport } from './export-plan.read.ts';

/** What was decided about a line's units `d`, by kind: what was to go to the customer and was cancelled is undecided. */
const dispositionsOfLine = sql`
  select coalesce(sum(d.qty) filter (where d.kind = 'restock'), 0) as restocked_qty,
         coalesce(sum(d.qty) filter (where d.kind = 'scrap'), 0) as scrapped_qty, coalesce(sum(d.qty), 0) as disposed_qty,
         coalesce(sum(d.qty) filter (where d.kind = 'downgrade'), 0) as downgraded_qty,
         coalesce(sum(d.qty) filter (where d.kind = 'quarantine'), 0) as quarantined_qty,
         coalesce(sum(d.qty) filter (where d.kind = 'vendor'), 0) as to_vendor_qty,
         coalesce(sum(d.qty) filter (where d.kind = 'refurbish'), 0) as to_refurbish_qty,
         coalesce(sum(d.qty) filter (where d.kind = 'customer'), 0) as to_customer_qty
    from dispositions d
   where d.organization_id = l.organization_id and d.return_line_id = l.id and ${isInForce('d')}`;

const inspectionsOfLine = sql`
  select coalesce(sum(x.qty), 0) as inspected_qty, coalesce(sum(x.qty) filter (where x.grade = 'A'), 0) as grade_a_qty,
         coalesce(sum(x.qty) filter (where x.grade = 'B'), 0) as grade_b_qty,
         coalesce(sum(x.qty) filter (where x.grade = 'C'), 0) as grade_c_qty,
         coalesce(sum(x.qty) filter (where x.grade = 'D'), 0) as grade_d_qty
    from inspections x where x.organization_id = l.organization_id and x.return_line_id = l.id`;

/** A fee is the return's, not a line's: each of its rows says it. */
const feeOfReturn = sql`
  select max(n.currency) as currency, coalesce(-sum(c.amount) filter (where c.return_line_id is null), 0) as fee
    from ${liveCredits} where n.organization_id = r.organization_id and n.return_id = r.id and n.source = 'return'`;

export const betweenExports = {
  returns: (organizationId, filter) => ({
    columns: [
      ...text('return_no', 'status', 'kind', 'merchant_code', 'order_no', 'warehouse_code', 'created_at'),
      ...number('line_no'),
      ...text('sku', 'item_name', 'uom', 'reason_code', 'wanted'),
      ...number('qty', 'received_qty', 'inspected_qty', 'restocked_qty', 'scrapped_qty', 'disposed_qty'),
      ...text('return_id', 'return_line_id', 'merchant_id', 'order_id', 'order_line_id', 'item_id'),
      ...number('downgraded_qty', 'quarantined_qty', 'to_vendor_qty', 'to_refurbish_qty', 'to_customer_qty'),
      ...number('grade_a_qty', 'grade_b_qty', 'grade_c_qty', 'grade_d_qty'),
      ...number('credited_qty', 'credited_amount', 'return_fee'),
      ...text('currency'),
    ],
    select: sql`select r.return_no, r.status, r.kind, m.code as merchant_code, o.order_no, w.code as warehouse_code,
        ${utc(sql`r.created_at`)} as created_at, l.line_no, i.sku, i.name as item_name, i.uom, l.reason_code, l.wanted, l.qty,
        coalesce(c.received_qty + c.damaged_qty, 0) as received_qty, x.*, d.*, r.id as return_id, l.id as return_line_id,
        r.merchant_id, r.order_id, l.order_line_id, l.item_id, ${creditedOfLine} as credited_qty,
        coalesce((select sum(c.amount - c.discount) from ${liveCredits}
                   where c.organization_id = l.organization_id and c.return_line_id = l.id), 0) as credited_amount,
        f.fee as return_fee, f.currency
      from returns r
      join merchants m on m.organization_id = r.organization_id and m.id = r.merchant_id
      join warehouses w on w.organization_id = r.organization_id and w.id = r.warehouse_id
      join return_lines l on l.organization_id = r.organization_id and l.return_id = r.id
      join items i on i.organization_id = l.organization_id and i.id = l.item_id
      left join sales_orders o on o.organization_id = r.organization_id and o.id = r.order_id
      left join inbound_receipt_lines c on c.organization_id = l.organization_id and c.id = l.receipt_line_id
      cross join lateral (${inspectionsOfLine}) x
      cross join lateral (${dispositionsOfLine}) d
      cross join lateral (${feeOfReturn}) f
      where ${conditions(organizationId, filter, { organization: sql`r.organization_id`, merchant: sql`r.merchant_id`, moment: sql`r.created_at` })}
      order by r.created_at, r.id, l.line_no`,
  }),
  'vendor-returns': (organizationId, filter) => ({
    columns: [
      ...text('return_no', 'status', 'merchant_code', 'vendor_code', 'vendor_name', 'warehouse_code'),
      ...text('shipment_no', 'authorization_no', 'credit_no', 'created_at', 'shipped_at', 'credited_at'),
      ...number('line_no'),
      ...text('sku', 'item_name', 'uom', 'stock_status', 'location_code', 'lot_no', 'reason_code'),
      ...number('qty'),
      ...text('serial_nos', 'customer_return_no', 'vendor_return_id', 'vendor_return_line_id', 'merchant_id'),
      ...text('vendor_id', 'warehouse_id', 'shipment_id', 'item_id', 'location_id', 'disposition_id'),
    ],
    select: sql`select r.return_no, r.status, m.code as merchant_code, v.code as vendor_code, v.name as vendor_name,
        w.code as warehouse_code, s.shipment_no, r.authorization_no, r.credit_no, ${utc(sql`r.created_at`)} as created_at,
        ${utc(sql`r.shipped_at`)} as shipped_at, ${utc(sql`r.credited_at`)} as credited_at, l.line_no, i.sku, i.name as item_name,
        i.uom, l.stock_status, p.code as location_code, l.lot_no, l.reason_code, l.qty,
        array_to_string(l.serial_nos, '|') as serial_nos, b.return_no as customer_return_no, r.id as vendor_return_id,
        l.id as vendor_return_line_id, r.merchant_id, r.vendor_id, r.warehouse_id, s.id as shipment_id, l.item_id, l.location_id,
        l.disposition_id
      from vendor_returns r
      join merchants m on m.organization_id = r.organization_id and m.id = r.merchant_id
      join vendors v on v.organization_id = r.organization_id and v.id = r.vendor_id
      join warehouses w on w.organization_id = r.organization_id and w.id = r.warehouse_id
      join vendor_return_lines l on l.organization_id = r.organization_id and l.vendor_return_id = r.id
      join items i on i.organization_id = l.organization_id and i.id = l.item_id
      left join locations p on p.organization_id = l.organization_id and p.id = l.location_id
      left join wms_shipments s on s.organization_id = r.organization_id and s.vendor_return_id = r.id
      left join dispositions d on d.organization_id = l.organization_id and d.id = l.disposition_id
      left join return_lines n on n.organization_id = d.organization_id and n.id = d.return_line_id
      left join returns b on b.organization_id = n.organization_id and b.id = n.return_id
      where ${conditions(organizationId, filter, { organization: sql`r.organization_id`, merchant: sql`r.merchant_id`, moment: sql`r.created_at` })}
      order by r.created_at, r.id, l.line_no`,
  }),
  inspections: (organizationId, filter) => ({
    columns: [
      ...text('created_at', 'status', 'plan_name', 'merchant_code', 'warehouse_code', 'receipt_no', 'sku'),
      ...text('item_name', 'uom', 'lot_no', 'location_code'),
      ...number('qty', 'held_qty'),
      ...text('outcome', 'decision', 'inspected_by', 'inspected_at', 'decided_by', 'decided_at', 'note'),
      ...text('check_name', 'check_kind'),
      ...number('min', 'max', 'value'),
      ...text('passed', 'photo', 'inspection_id', 'plan_id', 'merchant_id', 'warehouse_id', 'receipt_id'),
      ...text('receipt_line_id', 'item_id', 'location_id'),
    ],
    select: sql`select ${utc(sql`g.created_at`)} as created_at, g.status, n.name as plan_name, m.code as merchant_code,
        w.code as warehouse_code, r.receipt_no, i.sku, i.name as item_name, i.uom, g.lot_no, p.code as location_code, g.qty,
        g.held_qty, g.outcome, g.decision, g.inspected_by, ${utc(sql`g.inspected_at`)} as inspected_at, g.decided_by,
        ${utc(sql`g.decided_at`)} as decided_at, g.note, k.planned->>'name' as check_name, k.planned->>'kind' as check_kind,
        (k.planned->>'min')::numeric as min, (k.planned->>'max')::numeric as max, (f.found->>'value')::numeric as value,
        f.found->>'passed' as passed, f.found->>'photo' as photo, g.id as inspection_id, g.plan_id, g.merchant_id, g.warehouse_id,
        g.receipt_id, g.receipt_line_id, g.item_id, g.location_id
      from goods_inspections g
      join inspection_plans n on n.organization_id = g.organization_id and n.id = g.plan_id
      join merchants m on m.organization_id = g.organization_id and m.id = g.merchant_id
      join warehouses w on w.organization_id = g.organization_id and w.id = g.warehouse_id
      join inbound_receipts r on r.organization_id = g.organization_id and r.id = g.receipt_id
      join items i on i.organization_id = g.organization_id and i.id = g.item_id
      join locations p on p.organization_id = g.organization_id and p.id = g.location_id
      left join lateral jsonb_array_elements(g.terms->'checks') with ordinality k (planned, place) on true
      left join lateral jsonb_array_elements(g.results) f (found) on f.found->>'name' = k.planned->>'name'
      where ${conditions(organizationId, filter, { organization: sql`g.organization_id`, merchant: sql`g.merchant_id`, moment: sql`g.created_at` })}
      order by g.created_at, g.id, k.place`,
  }),
  transfers: (organizationId, filter) => ({
    columns: [
      ...text(
        'transfer_no',
        'status',
        'merchant_code',
        'from_warehouse_code',
        'to_warehouse_code',
        'created_at',
      ),
      ...number('line_no'),
      ...text('sku', 'item_name', 'uom'),
      ...number('qty', 'shipped_qty', 'received_qty', 'written_off_qty', 'back_qty', 'in_transit_qty'),
      ...text(
        'transfer_id',
        'transfer_line_id',
        'merchant_id',
        'from_warehouse_id',
        'to_warehouse_id',
        'item_id',
      ),
    ],
    select: sql`select t.transfer_no, t.status, m.code as merchant_code, f.code as from_warehouse_code,
        w.code as to_warehouse_code, ${utc(sql`t.created_at`)} as created_at, l.line_no, i.sku, i.name as item_name, i.uom,
        l.qty, g.shipped_qty, g.received_qty, g.written_off_qty, g.back_qty,
        g.shipped_qty - g.received_qty - g.written_off_qty - g.back_qty as in_transit_qty, t.id as transfer_id,
        l.id as transfer_line_id, t.merchant_id, t.from_warehouse_id, t.to_warehouse_id, l.item_id
      from transfers t
      join merchants m on m.organization_id = t.organization_id and m.id = t.merchant_id
      join warehouses f on f.organization_id = t.organization_id and f.id = t.from_warehouse_id
      join warehouses w on w.organization_id = t.organization_id and w.id = t.to_warehouse_id
      join transfer_lines l on l.organization_id = t.organization_id and l.transfer_id = t.id
      join items i on i.organization_id = l.organization_id and i.id = l.item_id
      cross join lateral (
        select coalesce(sum(y.qty), 0) as shipped_qty, coalesce(sum(y.received_qty), 0) as received_qty,
               coalesce(sum(y.written_off_qty), 0) as written_off_qty, coalesce(sum(y.back_qty), 0) as back_qty
          from transfer_goods y where y.organization_id = l.organization_id and y.transfer_line_id = l.id) g
      where ${conditions(organizationId, filter, { organization: sql`t.organization_id`, merchant: sql`t.merchant_id`, moment: sql`t.created_at` })}
      order by t.created_at, t.id, l.line_no`,
  }),
} satisfies Record<string, PlanExport>;
