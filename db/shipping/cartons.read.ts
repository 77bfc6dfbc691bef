/** Reads of cartons. */
import type { TrackingKind } from '../../domain/catalog/tracking-kinds.ts';
import { groupBy } from '../../domain/group-by.ts';
import { isOneOf } from '../state-columns.ts';
import { pickedStates } from '../../domain/inventory/allocations.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface CartonLine {
  carton_id: string;
  line_no: number;
  item_id: string;
  sku: string;
  item_name: string;
  lot_no: string;
  qty: string;
}

export interface Carton {
  id: string;
  shipment_id: string;
  carton_no: number;
  sscc: string;
  weight_kg: string | null;
  length_cm: string | null;
  width_cm: string | null;
  height_cm: string | null;
  carton_type_id: string | null;
  planned_carton: number | null;
  packed_by: string;
  created_at: Date;
  voided_at: Date | null;
  /** Its newest label, whatever became of that. */
  label_id: string | null;
  label_state: string | null;
  tracking_no: string | null;
  tracking_state: TrackingKind | null;
  lines: CartonLine[];
}

/** The cartons of a shipment in order, including unpacked ones; or a single carton by id. */
export async function readCartons(
  tx: TenantTransaction,
  by: { shipment_id: string } | { id: string },
): Promise<Carton[]> {
  const wanted = 'id' in by ? sql`c.id = ${by.id}` : sql`c.shipment_id = ${by.shipment_id}`;
  const cartons = await rows<Omit<Carton, 'lines'>>(
    tx,
    sql`select c.id, c.shipment_id, c.carton_no, c.sscc, c.weight_kg, c.length_cm, c.width_cm, c.height_cm, c.carton_type_id,
            c.planned_carton, c.packed_by, c.created_at, c.voided_at, p.id as label_id, p.state as label_state,
            p.tracking_no, p.tracking_state
       from cartons c
       left join lateral (
         select q.id, q.state, q.tracking_no, q.tracking_state from label_purchases q
          where q.organization_id = c.organization_id and q.shipment_id = c.shipment_id and q.carton_id = c.id
          order by q.created_at desc, q.id desc limit 1) p on true
      where c.organization_id = ${tx.organizationId} and ${wanted} order by c.carton_no`,
  );
  const lines = await rows<CartonLine>(
    tx,
    sql`select l.carton_id, l.line_no, l.item_id, i.sku, i.name as item_name, l.lot_no, l.qty
       from carton_lines l join items i on i.organization_id = l.organization_id and i.id = l.item_id
      where l.organization_id = ${tx.organizationId} and l.carton_id = any (${cartons.map(({ id }) => id)}::uuid[]) order by l.carton_id, l.line_no`,
  );
  return cartons.map((carton) => ({
    ...carton,
    lines: lines.filter(({ carton_id: id }) => id === carton.id),
  }));
}

/** The numbers that cartons of a shipment had or have. */
export async function usedSsccs(
  tx: TenantTransaction,
  shipmentId: string,
): Promise<ReadonlySet<string | null>> {
  const found = await rows<{ sscc: string }>(
    tx,
    sql`select sscc from cartons where organization_id = ${tx.organizationId} and shipment_id = ${shipmentId}`,
  );
  return new Set(found.map(({ sscc }) => sscc));
}

export interface PackedState {
  item_id: string;
  lot_no: string;
  /** Picked for the shipment, what has left already included: cartons may have left with it. */
  picked: string;
  /** The part of it that has left. */
  shipped: string;
  /** Packed in cartons. */
  packed: string;
}

/** A shipment's picked and packed quantities per item and lot. */
export async function readPackedState(tx: TenantTransaction, shipmentId: string): Promise<PackedState[]> {
  return (await readPackedStates(tx, [shipmentId])).get(shipmentId) ?? [];
}

/** The same of many, by shipment. */
export async function readPackedStates(
  tx: TenantTransaction,
  shipmentIds: readonly string[],
): Promise<ReadonlyMap<string, PackedState[]>> {
  if (shipmentIds.length === 0) return new Map();
  const found = await rows<PackedState & { shipment_id: string }>(
    tx,
    sql`select shipment_id, item_id, lot_no, sum(picked) as picked, sum(shipped) as shipped, sum(packed) as packed from (
       select shipment_id, item_id, lot_no, qty as picked, case status when 'shipped' then qty else 0 end as shipped,
              0::numeric as packed
         from allocations
        where organization_id = ${tx.organizationId} and shipment_id = any (${[...shipmentIds]}::uuid[])
          and ${isOneOf('status', pickedStates)}
       union all
       select c.shipment_id, l.item_id, l.lot_no, 0, 0, l.qty from cartons c
         join carton_lines l on l.organization_id = c.organization_id and l.carton_id = c.id
        where c.organization_id = ${tx.organizationId} and c.shipment_id = any (${[...shipmentIds]}::uuid[])
          and c.voided_at is null) both_sides
      group by shipment_id, item_id, lot_no order by shipment_id, item_id, lot_no`,
  );
  return groupBy(found, ({ shipment_id: id }) => id);
}
