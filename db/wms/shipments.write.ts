/** Shipments: made with their hard allocations, locked behind their order, moved from step to step. */
import { v7 as uuidv7 } from 'uuid';
import { shipmentEvent } from '../../domain/oms/events.ts';
import type { ShipMode } from '../../domain/oms/order-states.ts';
import { notFound } from '../../domain/refusals.ts';
import type { ShipmentStatus } from '../../domain/wms/shipment-states.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import type { AllocationPiece } from '../oms/allocation.write.ts';
import { postNext, type ShipmentWork } from './shipment-work.ts';
import { joinOpenWave } from './waves.write.ts';

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

const columns =
  'id, shipment_no, status, order_id, merchant_id, warehouse_id, carrier_code, tracking_no, shipped_at';

/** Locks a shipment behind its order's row. Refuses 404 NOT_FOUND. */
export async function lockShipment(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<Shipment> {
  const [found] = await lockShipments(tx, organizationId, [id]);
  if (!found) throw notFound('shipment');
  return found;
}

/** Locks many: their orders first, each kind in order of ids. Ids that are not the organization's are left out. */
export async function lockShipments(
  tx: TenantTransaction,
  organizationId: string,
  ids: readonly string[],
): Promise<Shipment[]> {
  await tx.raw(
    `select 1 from sales_orders where organization_id = ? and id in (
       select order_id from wms_shipments where organization_id = ? and id = any (?::uuid[])) order by id for update`,
    [organizationId, organizationId, ids as string[]],
  );
  return rows<Shipment>(
    tx,
    `select ${columns} from wms_shipments where organization_id = ? and id = any (?::uuid[]) order by id for update`,
    [organizationId, ids],
  );
}

/** The shipments of a locked order that are not cancelled, locked in order of ids. */
export function lockShipmentsOf(
  tx: TenantTransaction,
  organizationId: string,
  orderId: string,
): Promise<Shipment[]> {
  return rows<Shipment>(
    tx,
    `select ${columns} from wms_shipments where organization_id = ? and order_id = ? and status <> 'cancelled'
      order by id for update`,
    [organizationId, orderId],
  );
}

export interface NewShipment {
  order_id: string | null;
  merchant_id: string;
  warehouse_id: string;
  ship_mode: ShipMode;
  carrier_code: string | null;
  service_code: string | null;
  ship_to: object;
  required_ship_date: string | null;
  split: boolean;
}

/**
 * Makes a shipment at commit over stock that was just taken (`takeStock`): posts the stock from available to allocated,
 * one line per order line, the allocations under them, and tells. Lines of a direct shipment carry ids of their own.
 */
export async function createShipment(
  work: ShipmentWork,
  shipment: NewShipment,
  pieces: readonly AllocationPiece[],
): Promise<{ id: string; shipment_no: string }> {
  const { tx, organizationId } = work;
  const id = uuidv7();
  const posting = postNext(
    work,
    pieces.flatMap((piece) => {
      const { line_id: lineId, why: _, qty, ...key } = piece;
      const cause = {
        transaction_type: 'allocate',
        ref_type: 'shipment',
        ref_id: id,
        ref_line_id: lineId,
      } as const;
      return [
        { ...key, ...cause, status: 'available', qty_delta: `-${qty}` } as const,
        { ...key, ...cause, status: 'allocated', qty_delta: qty } as const,
      ];
    }),
  );
  const [number] = await Promise.all([work.takeNumber('SHP'), posting]);
  await insertShipment(tx, organizationId, { ...shipment, id, shipment_no: number }, pieces);
  work.tell(
    shipmentEvent(
      { ...shipment, id, shipment_no: number, tracking_no: null },
      { status: 'commit', previous_status: null },
      shipment.split ? { split: true } : {},
    ),
  );
  await joinOpenWave(work, { ...shipment, id });
  return { id, shipment_no: number };
}

async function insertShipment(
  tx: TenantTransaction,
  organizationId: string,
  shipment: NewShipment & { id: string; shipment_no: string },
  pieces: readonly AllocationPiece[],
): Promise<void> {
  const lineIds = new Map(pieces.map(({ line_id: lineId }) => [lineId, uuidv7()]));
  const allocations = pieces.map((piece) => ({
    ...piece,
    id: uuidv7(),
    shipment_line_id: lineIds.get(piece.line_id),
  }));
  // One statement. Lines are the pieces summed: what a shipment has to send is by construction what it holds.
  await tx.raw(
    `with shipment as (
       insert into wms_shipments (organization_id, id, shipment_no, order_id, merchant_id, warehouse_id, ship_mode,
              carrier_code, service_code, ship_to, required_ship_date, split)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ), pieces as (
       select * from jsonb_to_recordset(?::jsonb) as p (id uuid, line_id uuid, shipment_line_id uuid, item_id uuid,
         merchant_id uuid, warehouse_id uuid, location_id uuid, lot_no text, lpn_id uuid, qty numeric, why jsonb)
     ), lines as (
       insert into wms_shipment_lines (organization_id, id, shipment_id, line_no, order_line_id, merchant_id, item_id, qty)
       select ?::uuid, shipment_line_id, ?::uuid, row_number() over (order by shipment_line_id),
              case when ?::uuid is null then null else line_id end, merchant_id, item_id, sum(qty)
         from pieces group by shipment_line_id, line_id, merchant_id, item_id
     )
     insert into allocations (organization_id, id, shipment_id, shipment_line_id, order_id, order_line_id, merchant_id,
            warehouse_id, item_id, location_id, lot_no, lpn_id, qty, why)
     select ?::uuid, id, ?::uuid, shipment_line_id, ?::uuid, case when ?::uuid is null then null else line_id end,
            merchant_id, warehouse_id, item_id, location_id, lot_no, lpn_id, qty, why
       from pieces`,
    [
      organizationId,
      shipment.id,
      shipment.shipment_no,
      shipment.order_id,
      shipment.merchant_id,
      shipment.warehouse_id,
      shipment.ship_mode,
      shipment.carrier_code,
      shipment.service_code,
      JSON.stringify(shipment.ship_to),
      shipment.required_ship_date,
      shipment.split,
      JSON.stringify(allocations),
      organizationId,
      shipment.id,
      shipment.order_id,
      organizationId,
      shipment.id,
      shipment.order_id,
      shipment.order_id,
    ],
  );
}

const momentOf: Record<Exclude<ShipmentStatus, 'commit'>, string> = {
  picking: 'picking_at',
  picked: 'picked_at',
  packed: 'packed_at',
  shipped: 'shipped_at',
  delivered: 'delivered_at',
  cancelled: 'cancelled_at',
};

/** Writes one step with its moment and mirrors it to the order, in this transaction. Answers the shipment as it is now. */
export async function writeStep(
  work: ShipmentWork,
  shipment: Shipment,
  to: Exclude<ShipmentStatus, 'commit'>,
  changes: Record<string, unknown> = {},
): Promise<Shipment> {
  const { tx, organizationId } = work;
  const moved = (await tx('wms_shipments')
    .where({ organization_id: organizationId, id: shipment.id })
    .update({ [momentOf[to]]: tx.fn.now(), ...changes, status: to, updated_at: tx.fn.now() })
    .returning(columns.split(', '))) as Shipment[];
  const now = moved[0]!;
  work.tell(shipmentEvent(now, { status: to, previous_status: shipment.status }));
  return now;
}

/** Where picked stock waits in a warehouse; undefined when it has no staging location. */
export async function stagingOf(
  tx: TenantTransaction,
  organizationId: string,
  warehouseId: string,
): Promise<string | undefined> {
  const found = await row<{ id: string }>(
    tx,
    `select id from locations where organization_id = ? and warehouse_id = ? and type = 'staging' and is_active
      order by code limit 1`,
    [organizationId, warehouseId],
  );
  return found?.id;
}
