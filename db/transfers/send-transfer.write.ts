/**
 * The shipment of a transfer leaves: its stock goes from the source into transit at the destination, and its license plates,
 * lots and serials with it. Locked in this order: shipment, transfer, receipt.
 */
import { Refusal } from '../../domain/refusal.ts';
import { decimal, sum, toJsonNumber } from '../../domain/decimal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { transferEvent } from '../../domain/transfers/events.ts';
import { transferStates } from '../../domain/transfers/transfer-states.ts';
import { execute, row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { endEmptyLpns, lockFamilies, lpnsTakenWhole, stepLpns } from '../inventory/lpn-steps.write.ts';
import { postNext, type StockPosting } from '../inventory/posting.ts';
import { shipSerials, type NamedSerials } from '../inventory/serials/ship-serials.write.ts';
import { lockReceipt } from '../receiving/receipts.write.ts';
import { endAllocations, entryOf, heldBy, type Allocation } from '../shipping/shipment-stock.write.ts';
import type { Shipment } from '../shipping/shipments.write.ts';
import { addGoods } from './transfer-goods.write.ts';
import { documentsOf, lockTransfer, setTransferStatus } from './transfers.write.ts';

/** Sends what the shipment holds. Refuses 409 TRANSIT_LOCATION_MISSING. Returns what left. */
export async function sendTransfer(
  work: StockPosting,
  shipment: Shipment,
  serials: readonly NamedSerials[] = [],
): Promise<Allocation[]> {
  const { tx } = work;
  const transfer = await lockTransfer(tx, shipment.transfer_id!);
  const { receipt_id: receiptId } = await documentsOf(tx, transfer.id);
  await lockReceipt(tx, receiptId!);
  const status = nextState(transferStates, transfer.status, 'ship');
  const { to_warehouse_id: warehouseId, merchant_id } = transfer;
  const locationId = await transitLocation(tx, warehouseId);
  const held = await heldBy(tx, shipment.id);
  const family = await lockFamilies(tx, held);
  const whole = await lpnsTakenWhole(tx, family, held);
  const along = new Set(whole.map(({ id }) => id));
  // What leaves a license plate that stays behind is loose from here on.
  const plateOf = ({ lpn_id: id }: Allocation) => (id !== null && along.has(id) ? id : null);
  const there = { warehouse_id: warehouseId, location_id: locationId, status: 'in_transit' as const };
  await postNext(
    work,
    held.flatMap((one) => [
      entryOf(one, '-', 'transfer_out'),
      entryOf(one, '', 'transfer_out', { ...there, lpn_id: plateOf(one) }),
    ]),
  );
  await addGoods(
    tx,
    transfer,
    locationId,
    held.map((one) => ({ ...one, lpn_id: plateOf(one) })),
  );
  await endAllocations(tx, held, 'shipped');
  await shipSerials(tx, shipment, work.commandId, held, serials);
  const about = { shipment_id: shipment.id, merchant_id };
  await stepLpns(work, whole, 'send', { warehouseId, about });
  const rest = family.filter(({ id }) => !along.has(id));
  await endEmptyLpns(work, rest, held, 'ship', about);
  await expectShipped(tx, transfer.id, receiptId!);
  await setTransferStatus(tx, transfer.id, status);
  const qty = toJsonNumber(sum(held.map((one) => decimal(one.qty))));
  const states = { status, previous_status: transfer.status };
  work.emit(transferEvent(transfer, 'shipped', { ...states, shipment_id: shipment.id, qty }));
  return held;
}

/** Where goods on their way to a warehouse are booked: its first active location of type transit. Refuses 409. */
export async function transitLocation(tx: TenantTransaction, warehouseId: string): Promise<string> {
  const found = await row<{ id: string }>(
    tx,
    sql`select id from locations
      where organization_id = ${tx.organizationId} and warehouse_id = ${warehouseId} and type = 'transit' and is_active
      order by code limit 1`,
  );
  if (found) return found.id;
  const message =
    'The destination has no active location of type transit to book goods at that are on their way.';
  throw new Refusal('TRANSIT_LOCATION_MISSING', message, { warehouse_id: warehouseId });
}

/** The receipt expects what left, by one lot where it is one. A line of which nothing left expects nothing. */
async function expectShipped(tx: TenantTransaction, transferId: string, receiptId: string): Promise<void> {
  await execute(
    tx,
    sql`with sent as (
       select l.receipt_line_id, sum(g.qty) as qty,
              case when count(distinct g.lot_no) = 1 then nullif(min(g.lot_no), '') end as lot_no
         from transfer_lines l
         left join transfer_goods g on g.organization_id = l.organization_id and g.transfer_line_id = l.id
        where l.organization_id = ${tx.organizationId} and l.transfer_id = ${transferId} group by l.receipt_line_id
     ), lines as (
       update inbound_receipt_lines r set expected_qty = s.qty, lot_no = s.lot_no, updated_at = now()
         from sent s where r.organization_id = ${tx.organizationId} and r.id = s.receipt_line_id
     )
     update inbound_receipts set expected_qty = (select coalesce(sum(qty), 0) from sent), updated_at = now()
      where organization_id = ${tx.organizationId} and id = ${receiptId}`,
  );
}
