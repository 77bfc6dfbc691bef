/**
 * Creates shipments together with their hard allocations: a shipment exists only over stock that was just taken for it.
 */
import type { AskedUnit } from '../../domain/catalog/line-units.ts';
import { newId } from '../../domain/new-id.ts';
import type { ShipMode } from '../../domain/catalog/ship-modes.ts';
import { groupBy } from '../../domain/group-by.ts';
import { shipmentEvent } from '../../domain/shipping/events.ts';
import type { ShipmentCause } from '../../domain/shipping/shipment-kinds.ts';
import { execute, type TenantTransaction } from '../database.ts';
import { together } from '../sql-errors.ts';
import { sql } from '../sql-text.ts';
import type { AllocationPiece } from '../inventory/allocatable.ts';
import type { LedgerEntry } from '../inventory/ledger.write.ts';
import { heldByPosting } from '../inventory/held-by-posting.ts';
import { postUntold, tellPosted, type StockPosting } from '../inventory/posting.ts';
import { joinOpenWave } from '../picking/waves.write.ts';

export interface NewShipment extends ShipmentCause {
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

export interface MadeShipment {
  id: string;
  shipment_no: string;
}

/** One shipment of a group; a command may create several. */
export interface Commit {
  work: StockPosting;
  shipment: NewShipment;
  pieces: readonly AllocationPiece[];
  /** In which units the lines of a direct shipment were asked for. */
  asked?: readonly (AskedUnit & { line_id: string })[];
}

/**
 * Creates a shipment at commit over stock that was just taken (`allocateStock`): posts the stock from available to
 * allocated, one line per order line with its allocations, and emits the event. Lines of a direct shipment bring their
 * own ids.
 */
export async function commitShipment(
  work: StockPosting,
  shipment: NewShipment,
  pieces: readonly AllocationPiece[],
  asked: Commit['asked'] = [],
): Promise<MadeShipment> {
  const [made] = await commitShipments(work.tx, [{ work, shipment, pieces, asked }]);
  return made!;
}

/**
 * The same for the shipments of a group, with one statement per table for all of them. Results are in the order given.
 */
export async function commitShipments(
  tx: TenantTransaction,
  commits: readonly Commit[],
): Promise<MadeShipment[]> {
  if (commits.length === 0) return [];
  const placed = commits.map((commit) => {
    const id = newId();
    return { ...commit, id, entries: commit.pieces.flatMap((piece) => entriesOf(id, piece)) };
  });
  for (const { work, entries } of placed) tellPosted(work, entries);
  // From another connection: what was sent before on this one runs meanwhile.
  const numbers = await Promise.all(placed.map(({ work }) => work.takeNumber('SHP')));
  const made = placed.map((one, index) => ({ ...one, shipment_no: numbers[index]! }));
  await together([insertShipments(tx, made), postUntold(tx, made)]);
  for (const { work, id, shipment, shipment_no } of made) {
    work.emit(
      shipmentEvent(
        { ...shipment, id, shipment_no, tracking_no: null },
        { status: 'commit', previous_status: null },
        shipment.split ? { split: true } : {},
      ),
    );
  }
  const alike = groupBy(made, ({ shipment }) => `${shipment.warehouse_id}/${shipment.ship_mode}`);
  for (const [, some] of alike) {
    const [{ work, shipment }] = some as [(typeof some)[number]];
    await joinOpenWave(
      work,
      shipment,
      some.map(({ id, shipment: { merchant_id } }) => ({ id, merchant_id })),
    );
  }
  return made.map(({ id, shipment_no }) => ({ id, shipment_no }));
}

function entriesOf(shipmentId: string, piece: AllocationPiece): LedgerEntry[] {
  const { line_id: lineId, why: _, qty, stock_status: status = 'available', ...key } = piece;
  const cause = {
    transaction_type: 'allocate',
    ref_type: 'shipment',
    ref_id: shipmentId,
    ref_line_id: lineId,
  } as const;
  return [
    { ...key, ...cause, status, qty_delta: `-${qty}` },
    { ...key, ...cause, status: 'allocated', qty_delta: qty },
  ];
}

async function insertShipments(
  tx: TenantTransaction,
  made: readonly (Commit & MadeShipment)[],
): Promise<void> {
  const shipments = made.map(({ shipment, id, shipment_no }) => ({ ...shipment, id, shipment_no }));
  const allocations = made.flatMap(({ id, shipment, pieces, asked = [] }) => {
    const lineIds = new Map(pieces.map(({ line_id: lineId }) => [lineId, newId()]));
    const units = new Map(
      asked.map(({ line_id, uom, uom_qty, uom_factor }) => [line_id, { uom, uom_qty, uom_factor }]),
    );
    return pieces.map((piece) => ({
      ...piece,
      ...units.get(piece.line_id),
      id: newId(),
      shipment_id: id,
      shipment_line_id: lineIds.get(piece.line_id),
      order_id: shipment.order_id,
    }));
  });
  // One statement. Lines are sums of the pieces, so a shipment by construction has to send exactly what it holds. Of an
  // order's line in cases one that sends whole cases is in cases as well, a part of one in base units.
  await execute(
    tx,
    sql`with shipments as (
       insert into wms_shipments (organization_id, id, shipment_no, order_id, transfer_id, vendor_return_id, disposition_id, merchant_id,
              warehouse_id, ship_mode, carrier_code, service_code, ship_to, required_ship_date, split)
       select ${tx.organizationId}::uuid, id, shipment_no, order_id, transfer_id, vendor_return_id, disposition_id, merchant_id,
              warehouse_id, ship_mode, carrier_code, service_code, ship_to, required_ship_date, split
         from jsonb_to_recordset(${JSON.stringify(shipments)}::jsonb) as s (id uuid, shipment_no text, order_id uuid,
           transfer_id uuid, vendor_return_id uuid, disposition_id uuid, merchant_id uuid, warehouse_id uuid, ship_mode text, carrier_code text, service_code text, ship_to jsonb,
           required_ship_date date, split boolean)
     ), pieces as (
       select * from jsonb_to_recordset(${JSON.stringify(allocations)}::jsonb) as p (id uuid, shipment_id uuid, order_id uuid,
         line_id uuid, shipment_line_id uuid, item_id uuid, merchant_id uuid, warehouse_id uuid, location_id uuid,
         lot_no text, lpn_id uuid, qty numeric, stock_status text, why jsonb, uom text, uom_qty numeric, uom_factor numeric)
     ), sums as (
       select shipment_id, order_id, shipment_line_id, line_id, merchant_id, item_id, uom, uom_qty, uom_factor, sum(qty) as qty
         from pieces group by 1, 2, 3, 4, 5, 6, 7, 8, 9
     ), lines as (
       insert into wms_shipment_lines (organization_id, id, shipment_id, line_no, order_line_id, merchant_id, item_id, qty, uom, uom_qty, uom_factor)
       select ${tx.organizationId}::uuid, s.shipment_line_id, s.shipment_id,
              row_number() over (partition by s.shipment_id order by s.shipment_line_id),
              case when s.order_id is null then null else s.line_id end, s.merchant_id, s.item_id, s.qty,
              coalesce(s.uom, o.uom), coalesce(s.uom_qty, case when s.qty = o.qty then o.uom_qty else s.qty / o.uom_factor end),
              coalesce(s.uom_factor, o.uom_factor)
         from sums s
         left join sales_order_lines o on s.order_id is not null and o.organization_id = ${tx.organizationId}
              and o.id = s.line_id and o.uom is not null and (s.qty = o.qty or s.qty % o.uom_factor = 0)
     )
     insert into allocations (organization_id, id, shipment_id, shipment_line_id, order_id, order_line_id, merchant_id,
            warehouse_id, item_id, location_id, lot_no, lpn_id, qty, stock_status, why)
     select ${tx.organizationId}::uuid, id, shipment_id, shipment_line_id, order_id,
            case when order_id is null then null else line_id end,
            merchant_id, warehouse_id, item_id, location_id, lot_no, lpn_id, qty, coalesce(stock_status, 'available'), why
       from pieces where ${heldByPosting}`,
  );
}
