/** What each export contains: names beside ids, in an order that stays the same while it is read. */
import { sql } from '../sql-text.ts';
import {
  conditions,
  number,
  text,
  utc,
  type ExportFilter,
  type ExportPlan,
  type PlanExport,
} from './export-plan.read.ts';
import { betweenExports } from './between-exports.read.ts';
import { bookExports } from './book-exports.read.ts';

const plans = {
  stock: (organizationId, filter) => ({
    columns: [
      ...text('merchant_code', 'merchant_name', 'warehouse_code', 'location_code', 'sku', 'item_name', 'uom'),
      ...text('status', 'lot_no', 'expiry_date', 'lpn'),
      ...number('qty', 'held_qty'),
      ...text('received_at', 'merchant_id', 'warehouse_id', 'location_id', 'item_id', 'lpn_id'),
    ],
    select: sql`select m.code as merchant_code, m.name as merchant_name, w.code as warehouse_code, l.code as location_code, i.sku,
        i.name as item_name, i.uom, b.status, b.lot_no, lots.expiry_date::text as expiry_date, p.lpn, b.qty, b.held_qty,
        ${utc(sql`b.received_at`)} as received_at, b.merchant_id, b.warehouse_id, b.location_id, b.item_id, b.lpn_id
      from inventory_balances b
      join merchants m on m.organization_id = b.organization_id and m.id = b.merchant_id
      join warehouses w on w.organization_id = b.organization_id and w.id = b.warehouse_id
      join locations l on l.organization_id = b.organization_id and l.id = b.location_id
      join items i on i.organization_id = b.organization_id and i.id = b.item_id
      left join lots on lots.organization_id = b.organization_id and lots.item_id = b.item_id and lots.lot_no = b.lot_no
      left join lpns p on p.organization_id = b.organization_id and p.id = b.lpn_id
      where b.qty > 0 and ${conditions(organizationId, { merchant_id: filter.merchant_id }, { organization: sql`b.organization_id`, merchant: sql`b.merchant_id` })}
      order by i.sku, w.code, l.code, b.status, b.lot_no, p.lpn, b.item_id`,
  }),
  ledger: (organizationId, filter) => ({
    columns: [
      ...text(
        'occurred_at',
        'transaction_type',
        'merchant_code',
        'warehouse_code',
        'location_code',
        'sku',
        'item_name',
      ),
      ...text('status', 'lot_no', 'lpn'),
      ...number('qty_delta'),
      ...text('uom', 'ref_type', 'ref_id', 'reason_code', 'note', 'actor'),
      ...text('id', 'merchant_id', 'warehouse_id', 'location_id', 'item_id'),
    ],
    select: sql`select ${utc(sql`g.occurred_at`)} as occurred_at, g.transaction_type, m.code as merchant_code,
        w.code as warehouse_code, l.code as location_code, i.sku, i.name as item_name, g.status, g.lot_no, p.lpn, g.qty_delta,
        i.uom, g.ref_type, g.ref_id, g.reason_code, g.note, g.actor, g.id, g.merchant_id, g.warehouse_id, g.location_id, g.item_id
      from inventory_ledger g
      join merchants m on m.organization_id = g.organization_id and m.id = g.merchant_id
      join warehouses w on w.organization_id = g.organization_id and w.id = g.warehouse_id
      join locations l on l.organization_id = g.organization_id and l.id = g.location_id
      join items i on i.organization_id = g.organization_id and i.id = g.item_id
      left join lpns p on p.organization_id = g.organization_id and p.id = g.lpn_id
      where ${conditions(organizationId, filter, { organization: sql`g.organization_id`, merchant: sql`g.merchant_id`, moment: sql`g.occurred_at` })}
      order by g.occurred_at, g.id`,
  }),
  items: (organizationId, filter) => ({
    columns: [
      ...text(
        'merchant_code',
        'sku',
        'name',
        'uom',
        'barcodes',
        'item_class',
        'storage_class',
        'temperature_class',
      ),
      ...text('lot_tracked', 'expiry_tracked', 'serial_tracked', 'qc_hold', 'is_active'),
      ...number('weight_kg', 'volume_cbm', 'units_per_carton', 'units_per_pallet'),
      ...text('id', 'merchant_id'),
      ...text('hazard_un_no', 'hazard_class', 'hazard_packing_group', 'hazard_limited_qty'),
    ],
    select: sql`select m.code as merchant_code, i.sku, i.name, i.uom,
        (select string_agg(c.barcode || case when c.uom is not null or c.barcode like '%=%' then '=' else '' end || coalesce(c.uom, ''),
                           '|' order by c.barcode) from item_barcodes c
          where c.organization_id = i.organization_id and c.item_id = i.id) as barcodes,
        i.item_class, i.storage_class, i.temperature_class, i.lot_tracked::text, i.expiry_tracked::text, i.serial_tracked::text, i.qc_hold::text,
        i.is_active::text, i.weight_kg, i.volume_cbm, i.units_per_carton, i.units_per_pallet, i.id, i.merchant_id,
        i.hazard->>'un_no' as hazard_un_no, i.hazard->>'class' as hazard_class,
        i.hazard->>'packing_group' as hazard_packing_group, i.hazard->>'limited_qty' as hazard_limited_qty
      from items i join merchants m on m.organization_id = i.organization_id and m.id = i.merchant_id
      where ${conditions(organizationId, { merchant_id: filter.merchant_id }, { organization: sql`i.organization_id`, merchant: sql`i.merchant_id` })}
      order by m.code, i.sku`,
  }),
  orders: (organizationId, filter) => ({
    columns: [
      ...text(
        'order_no',
        'status',
        'channel_order_no',
        'merchant_code',
        'customer_name',
        'channel_name',
        'warehouse_code',
      ),
      ...text('created_at', 'required_ship_date', 'currency'),
      ...number('line_no'),
      ...text('sku', 'item_name', 'channel_sku'),
      ...number('qty', 'fulfilled_qty', 'backordered_qty', 'cancelled_qty', 'price', 'amount', 'order_total'),
      ...text('order_id', 'merchant_id', 'customer_id', 'channel_id', 'item_id'),
      ...text('customer_code', 'channel_code'),
      ...text('uom'),
      ...number('uom_qty'),
    ],
    select: sql`select o.order_no, o.status, o.channel_order_no, m.code as merchant_code, c.name as customer_name,
        h.name as channel_name, w.code as warehouse_code, ${utc(sql`o.created_at`)} as created_at,
        o.required_ship_date::text as required_ship_date, o.currency, l.line_no, i.sku, i.name as item_name, l.channel_sku, l.qty,
        l.fulfilled_qty, l.backordered_qty, l.cancelled_qty, l.price, l.amount, o.total as order_total, o.id as order_id,
        o.merchant_id, o.customer_id, o.channel_id, l.item_id, c.code as customer_code, h.code as channel_code, l.uom,
        l.uom_qty
      from sales_orders o
      join merchants m on m.organization_id = o.organization_id and m.id = o.merchant_id
      left join sales_order_lines l on l.organization_id = o.organization_id and l.order_id = o.id
      left join items i on i.organization_id = l.organization_id and i.id = l.item_id
      left join customers c on c.organization_id = o.organization_id and c.id = o.customer_id
      left join channels h on h.organization_id = o.organization_id and h.id = o.channel_id
      left join warehouses w on w.organization_id = o.organization_id and w.id = o.warehouse_id
      where ${conditions(organizationId, filter, { organization: sql`o.organization_id`, merchant: sql`o.merchant_id`, moment: sql`o.created_at` })}
      order by o.created_at, o.id, l.line_no`,
  }),
  invoices: (organizationId, filter) => ({
    columns: [
      ...text(
        'invoice_no',
        'kind',
        'status',
        'party_name',
        'invoice_date',
        'due_date',
        'po_number',
        'currency',
      ),
      ...number('line_no'),
      ...text('billing_item', 'account_code', 'account_name', 'description', 'uom'),
      ...number('quantity', 'unit_price', 'amount', 'discount'),
      ...text('tax_code'),
      ...number('tax_rate', 'invoice_tax', 'invoice_total', 'invoice_due'),
      ...text('service_from', 'service_to', 'invoice_id', 'invoice_line_id', 'merchant_id', 'customer_id'),
      ...text('party_code'),
    ],
    select: sql`select d.invoice_no, d.kind, d.status, coalesce(m.name, c.name) as party_name, d.invoice_date::text as invoice_date,
        d.due_date::text as due_date, d.po_number, d.currency, l.line_no, b.code as billing_item, a.code as account_code,
        a.name as account_name, l.description, l.uom, l.quantity, l.unit_price, l.amount, l.discount, l.tax_code,
        -- As it was taxed: a rate on a line says nothing where the buyer pays the tax, or the order said one sum.
        case when d.tax_given is null then l.tax_rate end as tax_rate, d.tax_total as invoice_tax, d.total as invoice_total, d.amount_due as invoice_due, l.service_from::text as service_from,
        l.service_to::text as service_to, d.id as invoice_id, l.id as invoice_line_id, d.merchant_id, d.customer_id,
        coalesce(m.code, c.code) as party_code
      from invoices d
      join invoice_lines l on l.organization_id = d.organization_id and l.invoice_id = d.id
      join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
      left join billing_items b on b.organization_id = l.organization_id and b.id = l.billing_item_id
      left join merchants m on m.organization_id = d.organization_id and m.id = d.merchant_id
      left join customers c on c.organization_id = d.organization_id and c.id = d.customer_id
      where ${conditions(organizationId, filter, { organization: sql`d.organization_id`, merchant: sql`d.merchant_id`, day: sql`d.invoice_date` })}
      order by d.invoice_date, d.id, l.line_no`,
  }),
  charges: (organizationId, filter) => ({
    columns: [
      ...text(
        'service_date',
        'merchant_code',
        'merchant_name',
        'billing_item',
        'billing_item_name',
        'kind',
        'description',
      ),
      ...text('source_type', 'source_ref', 'warehouse_code', 'uom'),
      ...number('quantity', 'unit_price', 'amount'),
      ...text('currency', 'status', 'invoice_no', 'id', 'merchant_id', 'source_id'),
    ],
    select: sql`select c.service_date::text as service_date, m.code as merchant_code, m.name as merchant_name, b.code as billing_item,
        b.name as billing_item_name, c.kind, c.description, c.source_type, c.source_ref, w.code as warehouse_code, c.uom,
        c.quantity, c.unit_price, c.amount_precise as amount, c.currency,
        case when exists (select 1 from charge_waivers v where v.organization_id = c.organization_id and v.charge_id = c.id)
               then 'waived'
             when exists (select 1 from invoice_charges x where x.organization_id = c.organization_id and x.charge_id = c.id
                             and x.released_at is null) then 'invoiced'
             else 'rated' end as status,
        (select d.invoice_no from invoice_charges x join invoices d on d.organization_id = x.organization_id and d.id = x.invoice_id
          where x.organization_id = c.organization_id and x.charge_id = c.id and x.released_at is null) as invoice_no,
        c.id, c.merchant_id, c.source_id
      from charges c
      join merchants m on m.organization_id = c.organization_id and m.id = c.merchant_id
      join billing_items b on b.organization_id = c.organization_id and b.id = c.billing_item_id
      left join warehouses w on w.organization_id = c.organization_id and w.id = c.warehouse_id
      where ${conditions(organizationId, filter, { organization: sql`c.organization_id`, merchant: sql`c.merchant_id`, day: sql`c.service_date` })}
      order by c.service_date, c.id`,
  }),
  ...betweenExports,
  ...bookExports,
} satisfies Record<string, PlanExport>;

export type ExportName = keyof typeof plans;

/** The statement of an export; every row has the columns in order. */
export function planExport(name: ExportName, organizationId: string, filter: ExportFilter): ExportPlan {
  return plans[name](organizationId, filter);
}
