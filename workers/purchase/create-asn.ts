/**
 * Announces a delivery. From an order alone it copies what is neither received nor announced yet, under the order's
 * lock, so that two ASNs at once never announce the same goods.
 */
import { assertPartner } from '../../db/partners.read.ts';
import { etaAt, readAnnounced } from '../../db/purchase/asns.read.ts';
import { insertAsn, type NewAsnCarton, type NewAsnLine } from '../../db/purchase/asns.write.ts';
import { chooseWarehouse } from '../../db/purchase/default-warehouse.read.ts';
import { lockPurchaseOrder, type LockedPurchaseOrder } from '../../db/purchase/orders.write.ts';
import { resolveUnits } from '../../db/catalog/item-units.read.ts';
import { merchantFor } from '../../db/tenancy/merchants.read.ts';
import { newId } from '../../domain/new-id.ts';
import { normalContainerNo } from '../../domain/catalog/container-no.ts';
import { decimal, zero } from '../../domain/decimal.ts';
import { asnEvent } from '../../domain/purchase/events.ts';
import { goodsLeft } from '../../domain/purchase/remainders.ts';
import { invalid, Refusal, unknownReference } from '../../domain/refusal.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { asnCommands } from '../../queues/purchase/asns.ts';
import type { Handler, Work } from '../engine/handler.ts';

type Input = InputOf<typeof asnCommands.createAsn>;

export const createAsn: Handler<typeof asnCommands.createAsn> = async (work, input) => {
  const { tx, organizationId, actor, emit } = work;
  const order = await orderOf(work, input);
  const merchantId = order
    ? order.merchant_id
    : (await merchantFor(tx, input.merchant_id, actor.merchant_id)).id;
  const vendorId = input.vendor_id ?? order?.vendor_id ?? null;
  if (input.vendor_id) await assertPartner(tx, merchantId, 'vendors', input.vendor_id, 'vendor_id');
  const warehouseId = await chooseWarehouse(tx, input.warehouse_id ?? order?.warehouse_id ?? null);
  const { cartons, lines } = await goodsOf(work, merchantId, input, order);
  const asn = {
    id: newId(),
    asn_no: await work.takeNumber('ASN'),
    merchant_id: merchantId,
    warehouse_id: warehouseId,
    po_id: order?.id ?? null,
    vendor_id: vendorId,
    receipt_id: null,
    eta: input.eta ? await etaAt(tx, { organizationId, warehouseId }, input.eta) : null,
    container_no: input.container_no ? normalContainerNo(input.container_no) : null,
    seal_no: input.seal_no ?? null,
    carrier: input.carrier ?? null,
    tracking_no: input.tracking_no ?? null,
    bol_no: input.bol_no ?? null,
    vendor_ref: input.vendor_ref ?? null,
    note: input.note ?? '',
    created_by: actor.name,
  };
  await insertAsn(tx, asn, cartons, lines);
  const states = { status: 'announced', previous_status: null } as const;
  emit(asnEvent(asn, 'announced', { ...states, eta: asn.eta, lines: lines.length }));
  return { id: asn.id };
};

/** The order of an ASN, locked. Refuses 400 for another merchant's, 409 for one that expects nothing any more. */
async function orderOf(
  { tx }: Work,
  { po_id: id, merchant_id: merchantId }: Input,
): Promise<LockedPurchaseOrder | undefined> {
  if (!id) return undefined;
  const missing = () => unknownReference('po_id', 'purchase order');
  const order = await lockPurchaseOrder(tx, id, missing);
  if (merchantId && merchantId !== order.merchant_id)
    throw unknownReference('merchant_id', 'merchant of the purchase order');
  if (order.stage === 'closed' || order.stage === 'cancelled') throw nothingToAnnounce(order);
  return order;
}

function nothingToAnnounce({ po_no: no, status }: LockedPurchaseOrder): Refusal {
  const message = `${no} is ${status}: all of it was received or is already announced.`;
  return new Refusal('NOTHING_TO_ANNOUNCE', message, { status });
}

interface Goods {
  cartons: NewAsnCarton[];
  lines: NewAsnLine[];
}

async function goodsOf(
  work: Work,
  merchantId: string,
  input: Input,
  order: LockedPurchaseOrder | undefined,
): Promise<Goods> {
  const { lines = [], cartons = [] } = input;
  if (lines.length + cartons.length > 0) return saidGoods(work, merchantId, lines, cartons);
  if (order) return { cartons: [], lines: await remainderOf(work, order) };
  throw invalid('lines', 'required', 'lines, cartons or po_id is required: a notice says what is coming');
}

async function saidGoods(
  { tx }: Work,
  merchantId: string,
  loose: NonNullable<Input['lines']>,
  cartons: NonNullable<Input['cartons']>,
): Promise<Goods> {
  const boxes = cartons.map(({ sscc, weight_kg = null }) => ({ id: newId(), sscc, weight_kg }));
  boxes.forEach(({ sscc }, index) => {
    if (boxes.findIndex((other) => other.sscc === sscc) !== index)
      throw invalid(`cartons.${index}.sscc`, 'duplicate', `cartons.${index}.sscc is in the notice twice`);
  });
  const inBoxes = cartons.flatMap(({ lines }, box) =>
    lines.map((line, index) => ({
      line,
      carton_id: boxes[box]!.id,
      path: `cartons.${box}.lines.${index}.`,
    })),
  );
  const all = [
    ...loose.map((line, index) => ({ line, carton_id: null, path: `lines.${index}.` })),
    ...inBoxes,
  ];
  const wanted = all.map(({ line }) => ({ item_id: line.item_id, uom: line.uom ?? null }));
  const units = await resolveUnits(tx, merchantId, wanted, (index) => all[index]!.path);
  return {
    cartons: boxes,
    lines: all.map(({ line, carton_id }, index) => ({
      carton_id,
      item_id: line.item_id,
      qty: line.qty,
      lot_no: line.lot_no ?? null,
      expiry_date: line.expiry_date ?? null,
      ...units[index]!,
    })),
  };
}

/** What is neither received nor on a live ASN of an order, line by line. */
async function remainderOf({ tx }: Work, order: LockedPurchaseOrder): Promise<NewAsnLine[]> {
  const announced = new Map(await readAnnounced(tx, order.id));
  const lines = order.lines.flatMap((line) => {
    const open = decimal(line.ordered_base).minus(decimal(line.received_base));
    if (open.lte(zero)) return [];
    const elsewhere = decimal(announced.get(line.item_id) ?? '0');
    const covered = elsewhere.lt(open) ? elsewhere : open;
    announced.set(line.item_id, elsewhere.minus(covered).toFixed());
    return goodsLeft(line, open.minus(covered)) ?? [];
  });
  if (lines.length === 0) throw nothingToAnnounce(order);
  return lines.map((line) => ({ ...line, carton_id: null, lot_no: null, expiry_date: null }));
}
