/** What a shipment weighs: one expression for the load, its bill of lading and the split of its freight. */
import { sql } from '../sql-text.ts';

/**
 * The weight of shipment `s`, in kilograms: of its cartons when every one of them was weighed, with the items that are in
 * none of them; otherwise of its items. Null when the weight of an item is unknown: a sum without it would be too small.
 */
export const shipmentWeight = sql`coalesce(
  (select case when bool_and(c.weight_kg is not null) then sum(c.weight_kg) end from cartons c
    where c.organization_id = s.organization_id and c.shipment_id = s.id and c.voided_at is null)
  + (select case when count(*) = 0 then 0 when bool_and(i.weight_kg is not null) then sum(o.qty * i.weight_kg) end
       from (select item_id, sum(qty) as qty from (
               select l.item_id, l.qty from wms_shipment_lines l
                where l.organization_id = s.organization_id and l.shipment_id = s.id
               union all
               select l.item_id, -l.qty from cartons c
                 join carton_lines l on l.organization_id = c.organization_id and l.carton_id = c.id
                where c.organization_id = s.organization_id and c.shipment_id = s.id and c.voided_at is null) both_sides
              group by item_id having sum(qty) > 0) o
       join items i on i.organization_id = s.organization_id and i.id = o.item_id),
  (select case when bool_and(i.weight_kg is not null) then sum(l.qty * i.weight_kg) end
     from wms_shipment_lines l join items i on i.organization_id = l.organization_id and i.id = l.item_id
    where l.organization_id = s.organization_id and l.shipment_id = s.id))`;
