/**
 * The order value of a shipment is its share of the order: what the order's shipments up to this one are worth of its
 * lines, less what those before it are, so that the shares add up to the order's total and none changes with the next.
 * The first of an order whose lines are worth nothing has it all.
 */
import type { Knex } from 'knex';
import { createBillableView } from '../billable-view.ts';

const ofOrder = (column: string): string =>
  `(select o.${column} from sales_orders o where o.organization_id = s.organization_id and o.id = s.order_id)`;

const shareOfOrder = `(
  select case when o.subtotal > 0 then round(o.total * v.shipped / o.subtotal, 6) - round(o.total * v.before / o.subtotal, 6)
              when v.is_first then o.total else 0 end
    from sales_orders o cross join lateral (
      select sum(l.qty * p.amount / nullif(p.qty, 0)) as shipped,
             coalesce(sum(l.qty * p.amount / nullif(p.qty, 0)) filter (where e.id <> s.id), 0) as before,
             bool_and(e.id = s.id) as is_first
        from wms_shipments e
        join wms_shipment_lines l on l.organization_id = e.organization_id and l.shipment_id = e.id
        join sales_order_lines p on p.organization_id = l.organization_id and p.id = l.order_line_id
       where e.organization_id = s.organization_id and e.order_id = s.order_id and e.status <> 'cancelled'
         and (e.shipped_at, e.id) <= (s.shipped_at, s.id)) v
   where o.organization_id = s.organization_id and o.id = s.order_id)`;

const shippedLines = 'l.organization_id = s.organization_id and l.shipment_id = s.id and l.qty > 0';

const shipmentSum = (expression: string): string => `(
  select case when bool_and((${expression}) is not null) then sum(${expression}) end from wms_shipment_lines l
    join items i on i.organization_id = l.organization_id and i.id = l.item_id
   where ${shippedLines})`;

async function viewWith(knex: Knex, orderValue: string): Promise<void> {
  await knex.raw('drop view billable_shipments');
  await createBillableView(knex, 'billable_shipments', {
    columns: {
      source_type: "'shipment'",
      source_id: 's.id',
      source_ref: 's.shipment_no',
      document_id: 's.id',
      occurred_at: 's.shipped_at',
      service_date: '(s.shipped_at at time zone w.time_zone)::date',
      lines: `(select count(*) from wms_shipment_lines l where ${shippedLines})::numeric`,
      units: shipmentSum('l.qty'),
      cartons: shipmentSum('ceil(l.qty / i.units_per_carton)'),
      pallets: shipmentSum('ceil(l.qty / i.units_per_pallet)'),
      weight_kg: shipmentSum('l.qty * i.weight_kg'),
      volume_cbm: shipmentSum('l.qty * i.volume_cbm'),
      order_value: orderValue,
      cost_currency: ofOrder('currency'),
      channel_id: ofOrder('channel_id'),
      carrier_code: 's.carrier_code',
      service_code: 's.service_code',
      ship_mode: 's.ship_mode',
    },
    row: 's',
    from: `wms_shipments s join warehouses w on w.organization_id = s.organization_id and w.id = s.warehouse_id
           where s.shipped_at is not null and s.status <> 'cancelled' and s.kind in ('order', 'direct')`,
  });
}

export async function up(knex: Knex): Promise<void> {
  await viewWith(knex, shareOfOrder);
}

export async function down(knex: Knex): Promise<void> {
  await viewWith(knex, ofOrder('total'));
}
