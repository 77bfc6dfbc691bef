/** Shipments: locked after their order, and moved from step to step. */
import { shipmentEvent } from '../../domain/shipping/events.ts';
import { notFound } from '../../domain/refusal.ts';
import { shipmentStates, type ShipmentStatus } from '../../domain/shipping/shipment-states.ts';
import { assignments, execute, row, rows, sql, type TenantTransaction } from '../database.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { stateReached } from '../state-columns.ts';

export interface Shipment {
  id: string;
  shipment_no: string;
  status: ShipmentStatus;
  order_id: string | null;
  merchant_id: string;
  warehouse_id: string;
  carrier_code: string | null;
  tracking_no: string | null;
  shipped_at: Date | null;
}

const columns = sql`id, shipment_no, status, order_id, merchant_id, warehouse_id, carrier_code, tracking_no, shipped_at`;

/** Locks a shipment after its order's row. Refuses 404 NOT_FOUND. */
export async function lockShipment(tx: TenantTransaction, id: string): Promise<Shipment> {
  const [found] = await lockShipments(tx, [id]);
  if (!found) throw notFound('shipment');
  return found;
}

/** Locks many: their orders first, each table in id order. Ids outside the organization are left out. */
export async function lockShipments(tx: TenantTransaction, ids: readonly string[]): Promise<Shipment[]> {
  await execute(
    tx,
    sql`select 1 from sales_orders where organization_id = ${tx.organizationId} and id in (
       select order_id from wms_shipments where organization_id = ${tx.organizationId} and id = any (${ids as string[]}::uuid[])) order by id for update`,
  );
  return rows<Shipment>(
    tx,
    sql`select ${columns} from wms_shipments where organization_id = ${tx.organizationId} and id = any (${ids}::uuid[]) order by id for update`,
  );
}

/** The shipments of a locked order that are not cancelled, locked in id order. */
export function lockShipmentsOf(tx: TenantTransaction, orderId: string): Promise<Shipment[]> {
  return rows<Shipment>(
    tx,
    sql`select ${columns} from wms_shipments where organization_id = ${tx.organizationId} and order_id = ${orderId} and status <> 'cancelled'
      order by id for update`,
  );
}

/** Writes one step with its date and mirrors it to the order, in this transaction. Returns the updated shipment. */
export async function writeStep(
  work: StockPosting,
  shipment: Shipment,
  to: Exclude<ShipmentStatus, 'commit'>,
  changes: Record<string, unknown> = {},
): Promise<Shipment> {
  const { tx, organizationId } = work;
  const written = { ...stateReached(shipmentStates, to), ...changes, updated_at: sql`now()` };
  const now = await row<Shipment>(
    tx,
    sql`update wms_shipments set ${assignments(written)}
      where organization_id = ${organizationId} and id = ${shipment.id} returning ${columns}`,
  );
  work.emit(shipmentEvent(now!, { status: to, previous_status: shipment.status }));
  return now!;
}

/** A warehouse's staging location for picked stock; undefined when it has none. */
export async function stagingOf(tx: TenantTransaction, warehouseId: string): Promise<string | undefined> {
  const found = await row<{ id: string }>(
    tx,
    sql`select id from locations where organization_id = ${tx.organizationId} and warehouse_id = ${warehouseId} and type = 'staging' and is_active
      order by code limit 1`,
  );
  return found?.id;
}
