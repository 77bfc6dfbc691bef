/** What shipping documents say, as JSON built where the rows are: one statement for all shipments of a group. */
import { sql } from '../sql-text.ts';
import { shipmentWeight } from './shipment-weight.ts';

/** Item `i` under the name its dangerous goods are shipped under; null for all others. */
const namedHazard = sql`case when i.hazard is not null
  then i.hazard || jsonb_build_object('name', coalesce(i.customs_description, i.name)) end`;

/**
 * The facts of shipment `s`, which has left: `PackingListFacts`. Amounts are text, so that none of their digits is lost. What
 * it held has left with it, whether or not that is written yet.
 */
export const packingListFacts = sql`
  select s.shipment_no, coalesce(o.order_no, t.transfer_no, v.return_no) as order_no, s.kind, v.authorization_no,
         m.name as merchant,
         org.name as organization, s.warehouse_id, w.name as warehouse,
         w.address as warehouse_address, w.time_zone, s.ship_to, s.ship_mode, s.carrier_code, s.tracking_no, s.shipped_at,
         (select coalesce(jsonb_agg(x order by x.line_no, x.lot_no), '[]') from (
            select l.line_no, i.sku, i.name as item_name, a.lot_no, i.uom, sum(a.qty)::text as qty,
                   case when sum(a.qty) % l.uom_factor = 0 and l.uom <> i.uom
                        then concat(trim_scale(sum(a.qty) / l.uom_factor), ' ', l.uom) end as in_units,
                   ${namedHazard} as hazard
              from allocations a
              join wms_shipment_lines l on l.organization_id = a.organization_id and l.id = a.shipment_line_id
              join items i on i.organization_id = a.organization_id and i.id = a.item_id
             where a.organization_id = s.organization_id and a.shipment_id = s.id and a.status <> 'released'
             group by l.line_no, i.sku, i.name, a.lot_no, i.uom, l.uom, l.uom_factor, i.hazard, i.customs_description) x) as lines,
         (select coalesce(jsonb_agg(x order by x.carton_no), '[]') from (
            select c.carton_no, c.sscc, c.weight_kg::text as weight_kg,
                   (select coalesce(jsonb_agg(y order by y.line_no), '[]') from (
                      select l.line_no, i.sku, i.name as item_name, l.lot_no, l.qty::text as qty,
                             ${namedHazard} as hazard
                        from carton_lines l join items i on i.organization_id = l.organization_id and i.id = l.item_id
                       where l.organization_id = c.organization_id and l.carton_id = c.id) y) as lines
              from cartons c
             where c.organization_id = s.organization_id and c.shipment_id = s.id and c.voided_at is null) x) as cartons
    from organizations org
    join merchants m on m.organization_id = org.id and m.id = s.merchant_id
    join warehouses w on w.organization_id = org.id and w.id = s.warehouse_id
    left join sales_orders o on o.organization_id = org.id and o.id = s.order_id
    left join transfers t on t.organization_id = org.id and t.id = s.transfer_id
    left join vendor_returns v on v.organization_id = org.id and v.id = s.vendor_return_id
   where org.id = s.organization_id`;

/** The facts of load `d`: `BillOfLadingFacts`. */
export const billOfLadingFacts = sql`
  select d.load_no, d.bol_number, org.name as organization, w.name as warehouse, w.address as warehouse_address, w.time_zone,
         c.name as carrier, d.scac, d.freight_terms, d.trailer_no, d.seal_no, d.handling_unit_type, d.handling_units,
         d.weight_kg::text as weight_kg, d.ship_to, d.pro_number, d.freight_class, d.goods_description, d.bill_freight_to,
         d.shipped_at,
         (select coalesce(jsonb_agg(x order by x.shipment_no), '[]') from (
            select s.shipment_no, o.order_no, o.channel_order_no as po_number, m.name as merchant, s.ship_to,
                   (select count(*) from cartons k where k.organization_id = s.organization_id and k.shipment_id = s.id
                       and k.voided_at is null) as cartons,
                   coalesce((select sum(l.qty) from wms_shipment_lines l
                      where l.organization_id = s.organization_id and l.shipment_id = s.id), 0)::text as units,
                   (${shipmentWeight})::text as weight_kg
              from load_shipments j
              join wms_shipments s on s.organization_id = j.organization_id and s.id = j.shipment_id
              join merchants m on m.organization_id = s.organization_id and m.id = s.merchant_id
              left join sales_orders o on o.organization_id = s.organization_id and o.id = s.order_id
             where j.organization_id = d.organization_id and j.load_id = d.id) x) as shipments,
         (select coalesce(jsonb_agg(${namedHazard} || jsonb_build_object('sku', i.sku, 'qty', x.qty::text, 'uom', i.uom,
                     'weight_kg', (x.qty * i.weight_kg)::text) order by i.hazard->>'un_no', i.sku, i.id), '[]')
            from (select l.item_id, sum(l.qty) as qty from load_shipments j
                    join wms_shipment_lines l on l.organization_id = j.organization_id and l.shipment_id = j.shipment_id
                   where j.organization_id = d.organization_id and j.load_id = d.id group by l.item_id) x
            join items i on i.organization_id = d.organization_id and i.id = x.item_id
           where i.hazard is not null) as hazards
    from organizations org
    join warehouses w on w.organization_id = org.id and w.id = d.warehouse_id
    left join carriers c on c.organization_id = org.id and c.id = d.carrier_id
   where org.id = d.organization_id`;
