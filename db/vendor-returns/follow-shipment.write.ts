/** A return to a vendor follows its shipment, which the caller holds locked: it leaves, or is cancelled, with it. */
import { decimal, sum, toJsonNumber } from '../../domain/decimal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { vendorReturnEvent } from '../../domain/vendor-returns/events.ts';
import { vendorReturnStates } from '../../domain/vendor-returns/vendor-return-states.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { lockVendorReturn, setVendorReturnStatus } from './vendor-returns.write.ts';

export async function shipVendorReturn(
  { tx, emit }: StockPosting,
  id: string,
  shipmentId: string,
  left: readonly { qty: string }[],
): Promise<void> {
  const found = await lockVendorReturn(tx, id);
  const status = nextState(vendorReturnStates, found.status, 'ship');
  await setVendorReturnStatus(tx, id, status);
  const states = { status, previous_status: found.status };
  const qty = toJsonNumber(sum(left.map((one) => decimal(one.qty))));
  emit(vendorReturnEvent(found, 'shipped', { ...states, shipment_id: shipmentId, qty }));
}

/** Does nothing when repeated: its shipment is cancelled with it, and it with its shipment. */
export async function cancelVendorReturn(
  { tx, emit }: StockPosting,
  id: string,
  reason: string | null,
): Promise<void> {
  const found = await lockVendorReturn(tx, id);
  if (found.status === 'cancelled') return;
  const status = nextState(vendorReturnStates, found.status, 'cancel');
  await setVendorReturnStatus(tx, id, status, { end_reason: reason });
  emit(vendorReturnEvent(found, 'cancelled', { status, previous_status: found.status, reason }));
}
