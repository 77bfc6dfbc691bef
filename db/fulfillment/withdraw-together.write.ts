/** Cancels the shipments of a group that nobody has touched yet, with one statement a table. */
import { refusalOr } from '../../domain/refusal.ts';
import { shipmentEvent } from '../../domain/shipping/events.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { lockCommitments } from '../inventory/commitments.write.ts';
import { postUntold, tellPosted, type StockPosting } from '../inventory/posting.ts';
import { isLive } from '../parcels/unneeded-labels.write.ts';
import { isTaken } from '../picking/taken-picks.ts';
import { leaveWaves } from '../picking/wave-progress.write.ts';
import { endReturned, returning } from '../shipping/shipment-stock.write.ts';
import { writeSteps } from '../shipping/shipments.write.ts';
import { syncOrdersAfterCancel } from './order-sync.write.ts';
import { isThere } from './shipment-steps.write.ts';
import type { TakenShipment } from './step-facts.read.ts';
import type { AskedStep, Stepped } from './steps-together.write.ts';

/**
 * Which of these have cartons or labels of carriers, or goods that a batch has taken, or have left in part, or are of a return:
 * what is cancelled of them is not all of it.
 */
export async function touchedAmong(
  tx: TenantTransaction,
  shipmentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await rows<{ shipment_id: string }>(
    tx,
    sql`select shipment_id from allocations
         where organization_id = ${tx.organizationId} and shipment_id = any (${[...shipmentIds]}::uuid[]) and status = 'shipped'
        union
        select shipment_id from cartons
         where organization_id = ${tx.organizationId} and shipment_id = any (${[...shipmentIds]}::uuid[]) and voided_at is null
        union
        select p.shipment_id from label_purchases p
         where p.organization_id = ${tx.organizationId} and p.shipment_id = any (${[...shipmentIds]}::uuid[]) and ${isLive}
        union
        select s.id from wms_shipments s
         where s.organization_id = ${tx.organizationId} and s.id = any (${[...shipmentIds]}::uuid[]) and s.disposition_id is not null
        union
        select t.shipment_id from pick_tasks t
         where t.organization_id = ${tx.organizationId} and t.shipment_id = any (${[...shipmentIds]}::uuid[]) and ${isTaken}`,
  );
  return new Set(found.map(({ shipment_id: id }) => id));
}

/** Cancels locked shipments that are plain and untouched, and has their orders wait again, or end. */
export async function cancelTogether(tx: TenantTransaction, asked: readonly AskedStep[]): Promise<Stepped[]> {
  const judged = asked.map(({ taken: { shipment } }) =>
    refusalOr(() => !isThere(shipment, 'cancel', 'cancelled')),
  );
  const cancelled = asked.filter((_, index) => judged[index] === true);
  await lockCommitments(
    tx,
    cancelled.flatMap(({ taken: { held } }) => held.map(({ item_id: itemId }) => itemId)),
  );
  await withdrawTogether(tx, cancelled);
  await syncOrdersAfterCancel(
    tx,
    cancelled.flatMap(({ work, taken: { shipment, held } }) =>
      shipment.order_id ? [{ work, orderId: shipment.order_id, returned: held }] : [],
    ),
  );
  return judged;
}

/**
 * Cancels locked shipments that are plain and untouched: unpicked stock is available at once, picked stock goes on hold
 * with a task that puts it back. The promises of their items are locked. Their orders are the caller's.
 */
export async function withdrawTogether(
  tx: TenantTransaction,
  withdrawn: readonly { work: StockPosting; taken: TakenShipment }[],
): Promise<void> {
  if (withdrawn.length === 0) return;
  const ids = withdrawn.map(({ taken: { shipment } }) => shipment.id);
  const posted = withdrawn.map(({ work, taken }) => ({ work, entries: returning(taken.held) }));
  // Status first: a cancelled shipment no longer has to hold what its lines say.
  const written = writeSteps(
    tx,
    withdrawn.map(({ taken: { shipment } }) => ({ shipment, steps: ['cancelled'], facts: {} })),
  );
  await postUntold(tx, posted);
  for (const [index, { work, taken }] of withdrawn.entries()) {
    const { id, status } = taken.shipment;
    work.emit(shipmentEvent(written.get(id)!, { status: 'cancelled', previous_status: status }));
    tellPosted(work, posted[index]!.entries);
  }
  await endReturned(
    tx,
    withdrawn.map(({ taken }) => taken),
  );
  await execute(
    tx,
    sql`delete from load_shipments where organization_id = ${tx.organizationId} and shipment_id = any (${ids}::uuid[])`,
  );
  await leaveWaves(
    tx,
    withdrawn.map(({ work, taken }) => ({ work, shipment_id: taken.shipment.id })),
  );
}
