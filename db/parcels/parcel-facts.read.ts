/** What a carrier has to be told of a parcel. */
import type { Hazard } from '../../domain/catalog/hazard.ts';
import type { KnownWeight } from '../../domain/parcels/parcel.ts';
import { rows, row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/** Whence a parcel comes. */
export interface Sender {
  warehouse: Record<string, unknown>;
  warehouse_name: string;
}

export interface Ends extends Sender {
  ship_to: Record<string, unknown>;
  /** Of all its items; null where the weight of one is unknown. */
  items_kg: string | null;
  /** Of the dangerous goods among them, each once. */
  hazards: Hazard[];
}

/** The two ends of a shipment's way, and what its items weigh together. */
export async function readEnds(tx: TenantTransaction, shipmentId: string): Promise<Ends> {
  const found = await row<Ends>(
    tx,
    sql`select s.ship_to, w.address as warehouse, w.name as warehouse_name,
               (select case when bool_and(i.weight_kg is not null) then sum(l.qty * i.weight_kg) end
                  from wms_shipment_lines l join items i on i.organization_id = l.organization_id and i.id = l.item_id
                 where l.organization_id = s.organization_id and l.shipment_id = s.id) as items_kg,
               (select coalesce(jsonb_agg(distinct i.hazard), '[]')
                  from wms_shipment_lines l join items i on i.organization_id = l.organization_id and i.id = l.item_id
                 where l.organization_id = s.organization_id and l.shipment_id = s.id and i.hazard is not null) as hazards
          from wms_shipments s
          join warehouses w on w.organization_id = s.organization_id and w.id = s.warehouse_id
         where s.organization_id = ${tx.organizationId} and s.id = ${shipmentId}`,
  );
  return found!;
}

/** Undefined where the organization has no such warehouse. */
export function readSender(tx: TenantTransaction, warehouseId: string): Promise<Sender | undefined> {
  return row<Sender>(
    tx,
    sql`select address as warehouse, name as warehouse_name from warehouses
         where organization_id = ${tx.organizationId} and id = ${warehouseId}`,
  );
}

/** What a shipment weighs that travels without any carton. */
export const withoutCarton = ({ items_kg }: Ends): KnownWeight => ({
  weight_kg: null,
  is_weighed: false,
  items_kg,
});

/** What its items weigh is said with the carton they are in, where that is known. */
export interface ParcelCarton extends KnownWeight {
  /** Null, as its number is: it is planned, and not packed yet. */
  id: string | null;
  carton_no: number | null;
  sscc: string;
  length_cm: string | null;
  width_cm: string | null;
  height_cm: string | null;
  hazards: Hazard[];
}

/** The cartons of a shipment that were not unpacked, in order. */
export function readParcelCartons(tx: TenantTransaction, shipmentId: string): Promise<ParcelCarton[]> {
  return rows<ParcelCarton>(
    tx,
    sql`select c.id, c.carton_no, c.sscc, c.weight_kg, c.is_weighed, c.length_cm, c.width_cm, c.height_cm,
               (select case when bool_and(i.weight_kg is not null)
                            then sum(l.qty * i.weight_kg) + coalesce(t.tare_kg, 0) end
                  from carton_lines l join items i on i.organization_id = l.organization_id and i.id = l.item_id
                 where l.organization_id = c.organization_id and l.carton_id = c.id) as items_kg,
               (select coalesce(jsonb_agg(distinct i.hazard), '[]')
                  from carton_lines l join items i on i.organization_id = l.organization_id and i.id = l.item_id
                 where l.organization_id = c.organization_id and l.carton_id = c.id and i.hazard is not null) as hazards
          from cartons c
          left join carton_types t on t.organization_id = c.organization_id and t.id = c.carton_type_id
         where c.organization_id = ${tx.organizationId} and c.shipment_id = ${shipmentId} and c.voided_at is null
         order by c.carton_no`,
  );
}
