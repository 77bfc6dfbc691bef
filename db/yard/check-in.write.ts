/** A truck with an appointment at the gate: its visit begins, and the goods it brings count as arrived. */
import { isOneOf } from '../state-columns.ts';
import { normalContainerNo } from '../../domain/catalog/container-no.ts';
import { invalid } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { isCounted, isReceivable, receivableStates } from '../../domain/receiving/receipt-states.ts';
import { appointmentStates, punctualityOf } from '../../domain/yard/appointment-states.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import type { StockPosting } from '../inventory/posting.ts';
import {
  arriveWithReceipt,
  draftBehind,
  lockOrdersOfAsns,
  markArrived,
} from '../purchase/asn-arrival.write.ts';
import { asnStatus } from '../purchase/asns.read.ts';
import { lockAsn } from '../purchase/asns.write.ts';
import { openReceivingTask } from '../receiving/open-receiving-task.write.ts';
import { lockReceipt } from '../receiving/receipts.write.ts';
import { changeAppointment, type Appointment } from './appointments.write.ts';
import { arrive, gateMoment, type Seen } from './visits.write.ts';

export interface CheckIn extends Seen {
  plate?: string | undefined;
  spot_id?: string | null | undefined;
}

/**
 * Checks in a locked appointment: flags early or late, starts the visit, opens the receipt's receiving task. Returns
 * the gate entry. Refuses 400 without a plate number, 409 ALREADY_IN_YARD, 409 SPOT_TAKEN.
 */
export async function checkInAppointment(
  work: StockPosting & { readonly acceptedAt: Date },
  appointment: Appointment,
  seen: CheckIn,
): Promise<string> {
  const status = nextState(appointmentStates, appointment.status, 'check_in');
  const plate = seen.plate ?? appointment.plate;
  if (!plate) throw invalid('plate', 'required', 'plate is required: the appointment names none');
  const at = gateMoment(seen.occurred_at, work.acceptedAt);
  const container = seen.container_no ?? appointment.container_no;
  const truck = { ...appointment, container_no: container };
  const merchantId = await merchantOfGoods(work.tx, truck);
  const { gateEntryId } = await arrive(work, at, {
    ...seen,
    container_no: container,
    warehouseId: appointment.warehouse_id,
    plate,
    carrier: appointment.carrier,
    merchantId,
    appointmentId: appointment.id,
    usualContent: appointment.type === 'inbound' ? 'loaded' : 'empty',
    spotId: seen.spot_id,
  });
  const receiptId = await meetGoods(work, truck);
  await changeAppointment(work, appointment, {
    status,
    arrived_at: at,
    ...punctualityOf(at, appointment.window_start, appointment.window_end),
    plate,
    container_no: container,
    merchant_id: merchantId,
    receipt_id: receiptId,
  });
  return gateEntryId;
}

/**
 * Who is charged for a truck's time in the yard: the merchant its appointment names, else the one whose goods it brings.
 * Null when they are several merchants'.
 */
async function merchantOfGoods(tx: TenantTransaction, appointment: Appointment): Promise<string | null> {
  if (appointment.merchant_id || appointment.type !== 'inbound') return appointment.merchant_id;
  const announced = await announcedGoods(tx, appointment);
  const goods = announced.length > 0 ? announced : await receiptsOfContainer(tx, appointment);
  const merchants = new Set(goods.map(({ merchant_id: id }) => id));
  return merchants.size === 1 ? [...merchants][0]! : null;
}

/**
 * The goods of an inbound truck have arrived: marks their ASNs and opens the receiving task of every receipt they are
 * counted on, or of the one its container is expected on. Returns the appointment's receipt.
 */
async function meetGoods(work: StockPosting, appointment: Appointment): Promise<string | null> {
  const { tx } = work;
  const { receipt_id: named } = appointment;
  if (appointment.type !== 'inbound') return named;
  const announced = await arriveAnnounced(work, appointment);
  const known = [...new Set(named ? [named, ...announced] : announced)];
  if (known.length === 0) {
    const [expected] = await receiptsOfContainer(tx, appointment);
    if (expected) known.push(expected.id);
  }
  for (const id of known.toSorted()) {
    const receipt = await lockReceipt(tx, id);
    // A task would lock out the desk that counts it already.
    if (isReceivable(receipt.status) && !isCounted(receipt.status)) await openReceivingTask(work, receipt);
  }
  return known[0] ?? null;
}

// A container holds the goods of a few orders, and of a few merchants.
const asnsMax = 50;

/**
 * Marks the ASNs of the receipt or the container as arrived, those under way and not the ones of the container's earlier
 * trips. Returns the receipts their goods are counted on, the oldest notice's first.
 */
async function arriveAnnounced(work: StockPosting, appointment: Appointment): Promise<string[]> {
  const { tx } = work;
  const found = await announcedGoods(tx, appointment);
  await lockOrdersOfAsns(
    tx,
    found.map(({ id }) => id),
  );
  const receipts = new Map<string, string | null>();
  for (const id of found.map((asn) => asn.id).toSorted()) {
    const asn = await lockAsn(tx, id);
    // The truck is there whether or not the order is released; its goods have no receipt until it is.
    const events = (await draftBehind(tx, asn))
      ? await markArrived(tx, asn)
      : await arriveWithReceipt(tx, asn, () => work.takeNumber('RCPT'));
    for (const event of events) work.emit(event);
    receipts.set(id, (await lockAsn(tx, id)).receipt_id);
  }
  return found.map(({ id }) => receipts.get(id)).filter((id) => typeof id === 'string');
}

interface Goods {
  id: string;
  merchant_id: string;
}

/** The ASNs of the appointment's receipt or container, the oldest first. */
function announcedGoods(
  tx: TenantTransaction,
  {
    warehouse_id: warehouseId,
    merchant_id: merchantId,
    receipt_id: receiptId,
    container_no: no,
  }: Appointment,
): Promise<Goods[]> {
  return rows(
    tx,
    sql`select a.id, a.merchant_id from asns a
          left join inbound_receipts r on r.organization_id = a.organization_id and r.id = a.receipt_id
         where a.organization_id = ${tx.organizationId} and a.warehouse_id = ${warehouseId}
           and ${asnStatus} in ('announced', 'in_transit', 'arrived', 'receiving')
           and (${merchantId}::uuid is null or a.merchant_id = ${merchantId}::uuid)
           and case when ${receiptId}::uuid is null then a.container_no = ${no && normalContainerNo(no)}
                    else a.receipt_id = ${receiptId}::uuid end
         order by a.created_at, a.id limit ${asnsMax}`,
  );
}

/** The receipts that expect the container, the oldest first. */
async function receiptsOfContainer(
  tx: TenantTransaction,
  { warehouse_id: warehouseId, merchant_id: merchantId, container_no: no }: Appointment,
): Promise<Goods[]> {
  if (!no) return [];
  return rows(
    tx,
    sql`select id, merchant_id from inbound_receipts
         where organization_id = ${tx.organizationId} and warehouse_id = ${warehouseId}
           and upper(regexp_replace(container_no, '[[:space:]./-]', '', 'g')) = ${normalContainerNo(no)}
           and ${isOneOf('status', receivableStates)}
           and (${merchantId}::uuid is null or merchant_id = ${merchantId}::uuid)
         order by created_at, id limit ${asnsMax}`,
  );
}
