/** A shipment is made with its hard allocations: it exists only over stock that was just taken for it. */
import { v7 as uuidv7 } from 'uuid';
import type { ShipMode } from '../../domain/catalog/ship-modes.ts';
import { shipmentEvent } from '../../domain/shipping/events.ts';
import { execute, type TenantTransaction } from '../database.ts';
import type { AllocationPiece } from '../inventory/allocation.write.ts';
import { postNext, type StockPosting } from '../inventory/posting.ts';
import { joinOpenWave } from '../picking/waves.write.ts';
import { sql } from '../sql-text.ts';

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
 * Makes a shipment at commit over stock that was just taken (`allocateStock`): posts the stock from available to allocated,
 * one line per order line, the allocations under them, and tells. Lines of a direct shipment carry ids of their own.
 */
export async function commitShipment(
  work: StockPosting,
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
  work.emit(
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
  await execute(
    tx,
    sql`with shipment as (
       insert into wms_shipments (organization_id, id, shipment_no, order_id, merchant_id, warehouse_id, ship_mode,
              carrier_code, service_code, ship_to, required_ship_date, split)
       values (${organizationId}, ${shipment.id}, ${shipment.shipment_no}, ${shipment.order_id}, ${shipment.merchant_id}, ${shipment.warehouse_id}, ${shipment.ship_mode}, ${shipment.carrier_code}, ${shipment.service_code}, ${JSON.stringify(shipment.ship_to)}, ${shipment.required_ship_date}, ${shipment.split})
     ), pieces as (
       select * from jsonb_to_recordset(${JSON.stringify(allocations)}::jsonb) as p (id uuid, line_id uuid, shipment_line_id uuid, item_id uuid,
         merchant_id uuid, warehouse_id uuid, location_id uuid, lot_no text, lpn_id uuid, qty numeric, why jsonb)
     ), lines as (
       insert into wms_shipment_lines (organization_id, id, shipment_id, line_no, order_line_id, merchant_id, item_id, qty)
       select ${organizationId}::uuid, shipment_line_id, ${shipment.id}::uuid, row_number() over (order by shipment_line_id),
              case when ${shipment.order_id}::uuid is null then null else line_id end, merchant_id, item_id, sum(qty)
         from pieces group by shipment_line_id, line_id, merchant_id, item_id
     )
     insert into allocations (organization_id, id, shipment_id, shipment_line_id, order_id, order_line_id, merchant_id,
            warehouse_id, item_id, location_id, lot_no, lpn_id, qty, why)
     select ${organizationId}::uuid, id, ${shipment.id}::uuid, shipment_line_id, ${shipment.order_id}::uuid, case when ${shipment.order_id}::uuid is null then null else line_id end,
            merchant_id, warehouse_id, item_id, location_id, lot_no, lpn_id, qty, why
       from pieces`,
  );
}
