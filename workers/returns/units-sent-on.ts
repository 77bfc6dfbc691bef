/**
 * Inspected units that go on from where they stand: back to their vendor they join a return to it that is still a draft; back
 * to the customer, as they are or repaired, they leave in a direct shipment.
 */
import { insufficientStock, lockStock } from '../../db/inventory/inventory.write.ts';
import { assertUnlocked } from '../../db/inventory/location-locks.read.ts';
import { lockLotToSell } from '../../db/inventory/lots/lots.write.ts';
import { requireLocation } from '../../db/inventory/stock-references.read.ts';
import { homeOf } from '../../db/returns/replacement.write.ts';
import type { LockedReturn } from '../../db/returns/returns.write.ts';
import { takeSetAside } from '../../db/vendor-returns/set-aside.write.ts';
import {
  addVendorReturnLines,
  lockDraftTo,
  lockVendorReturn,
  type LockedVendorReturn,
  type NewVendorReturnLine,
} from '../../db/vendor-returns/vendor-returns.write.ts';
import { decimal } from '../../domain/decimal.ts';
import { chooseStock } from '../../domain/inventory/choose-stock.ts';
import { newId } from '../../domain/new-id.ts';
import { invalid, unknownReference } from '../../domain/refusal.ts';
import { lotNotSellable } from '../../domain/returns/return-limits.ts';
import { nextState } from '../../domain/state-machine.ts';
import { vendorReturnStates } from '../../domain/vendor-returns/vendor-return-states.ts';
import type { Work } from '../engine/handler.ts';
import { commitUnordered } from '../fulfillment/unordered-shipment.ts';
import {
  assertVendor,
  draftVendorReturn,
  type VendorReturnNames,
} from '../vendor-returns/draft-vendor-return.ts';

interface UnitsSentOn extends Omit<NewVendorReturnLine, 'id' | 'location_id' | 'qty'> {
  qty: string;
  location_id: string | null;
  disposition_id: string;
}

/** Which return to a vendor: one that is named, or the newest draft to a vendor, made where there is none. */
interface ToVendor {
  vendor_return_id?: string | null | undefined;
  vendor_id?: string | null | undefined;
}

/** The disposition is written. Refuses 409 INSUFFICIENT_STOCK when the units are not where they are said to be. */
export function sendOn(
  work: Work,
  found: LockedReturn,
  to: ToVendor & { kind: 'vendor' | 'customer'; ship_to?: object | null | undefined },
  units: UnitsSentOn,
): Promise<void> {
  return to.kind === 'vendor'
    ? joinVendorReturn(work, found, to, units)
    : sendToCustomer(work, found, to.ship_to, units);
}

async function joinVendorReturn(
  work: Work,
  { merchant_id, warehouse_id }: LockedReturn,
  { vendor_return_id: named, vendor_id: vendor }: ToVendor,
  units: UnitsSentOn,
): Promise<void> {
  if (!named && !vendor) return;
  const of = { merchant_id, warehouse_id, vendor_id: vendor?.toLowerCase() ?? '' };
  if (!named) await assertVendor(work, of);
  const found = named ? await draftNamed(work, named, of) : await lockDraftTo(work.tx, of);
  const line = { ...units, id: newId() };
  await assertThere(work, warehouse_id, line);
  if (found) await addVendorReturnLines(work.tx, found, [line]);
  else await draftVendorReturn(work, of, [line]);
}

async function draftNamed({ tx }: Work, id: string, of: VendorReturnNames): Promise<LockedVendorReturn> {
  const found = await lockVendorReturn(tx, id);
  if (found.merchant_id !== of.merchant_id || found.warehouse_id !== of.warehouse_id)
    throw unknownReference(
      'vendor_return_id',
      "return to a vendor of the merchant's goods in this warehouse",
    );
  nextState(vendorReturnStates, found.status, 'add_lines');
  return found;
}

async function assertThere(
  { tx }: Work,
  warehouseId: string,
  { item_id, location_id: at, lot_no, stock_status: status, qty }: Omit<UnitsSentOn, 'disposition_id'>,
): Promise<void> {
  if (!at) throw invalid('location_id', 'required', 'location_id is required to send units back to a vendor');
  await requireLocation(tx, warehouseId, at);
  const stock = { item_id, location_id: at, lot_no, status };
  const present = await lockStock(tx, stock, []);
  if (!chooseStock(present, decimal(qty))) throw await insufficientStock(tx, stock, present, decimal(qty));
}

/**
 * Refuses 400 without a place, and without an address, and 409 LOT_NOT_SELLABLE for a lot on hold; what has expired is the
 * customer's own. Cancelled, the shipment leaves them on hold or damaged, as they were.
 */
async function sendToCustomer(
  work: Work,
  { order_id: orderId, merchant_id, warehouse_id }: LockedReturn,
  given: object | null | undefined,
  { disposition_id, location_id: at, ...units }: UnitsSentOn,
): Promise<void> {
  const { tx } = work;
  if (!at) throw invalid('location_id', 'required', 'location_id is required to send units to the customer');
  await requireLocation(tx, warehouse_id, at);
  const home = orderId === null ? null : await homeOf(tx, orderId);
  const ship_to = given ?? home?.ship_to;
  if (!ship_to) throw invalid('ship_to', 'required', 'ship_to is required: the return names no order');
  await assertUnlocked(tx, [at]);
  const lot = await lockLotToSell(tx, units, warehouse_id);
  if (lot?.is_held) throw lotNotSellable(units.lot_no, lot, 'its units go to no customer');
  const shipment = {
    disposition_id,
    merchant_id,
    warehouse_id,
    ship_mode: 'parcel' as const,
    carrier_code: home?.carrier_code ?? null,
    service_code: home?.service_code ?? null,
    ship_to,
    required_ship_date: null,
  };
  const line = { ...units, id: newId(), location_id: at };
  await commitUnordered(work, shipment, [], () => takeSetAside(tx, { merchant_id, warehouse_id }, [line]));
}
