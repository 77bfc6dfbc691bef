/**
 * Releases a return to a vendor: a shipment holds its stock, what is available as any shipment does, what is on hold or
 * damaged where it stands. What waits stays: units of a customer's return for their disposition (409 RETURN_UNDISPOSED),
 * picked ones to be put back (409 PUT_BACK_OPEN), received ones to be inspected (409 INSPECTION_OPEN). Nobody puts back
 * what was to go home and leaves with it.
 */
import { assertUnlocked } from '../../db/inventory/location-locks.read.ts';
import { assertWaitingKept, lockLifting } from '../../db/returns/held-units.write.ts';
import { lockPutBacksHomeOf } from '../../db/shipping/put-backs.write.ts';
import { takeSetAside } from '../../db/vendor-returns/set-aside.write.ts';
import {
  lockVendorReturn,
  readLinesToReturn,
  setVendorReturnStatus,
  type LockedVendorReturn,
} from '../../db/vendor-returns/vendor-returns.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { vendorReturnEvent } from '../../domain/vendor-returns/events.ts';
import { vendorReturnStates } from '../../domain/vendor-returns/vendor-return-states.ts';
import type { vendorReturnCommands } from '../../queues/vendor-returns/vendor-returns.ts';
import type { Handler } from '../engine/handler.ts';
import { commitUnordered } from '../fulfillment/unordered-shipment.ts';
import { endPutBacks } from '../shipping/end-put-backs.ts';

export const releaseVendorReturn: Handler<typeof vendorReturnCommands.releaseVendorReturn> = async (
  work,
  { vendor_return_id: id },
) => {
  const { tx, emit } = work;
  const found = await lockVendorReturn(tx, id);
  const { status: previous, merchant_id, warehouse_id } = found;
  if (previous === 'released') return { id: found.id };
  const status = nextState(vendorReturnStates, previous, 'release');
  const lines = await readLinesToReturn(tx, found.id);
  const setAside = lines.filter(({ location_id: at }) => at !== null);
  const taken = setAside
    .flatMap(({ item_id, lot_no, stock_status: status }) =>
      status === 'available' ? [] : [{ warehouse_id, item_id, lot_no, status }],
    )
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const held = taken.filter(({ status }) => status === 'hold');
  const toPutBack = held.length === 0 ? [] : await lockPutBacksHomeOf(tx, warehouse_id, held);
  for (const stock of taken) await lockLifting(tx, stock);
  await assertUnlocked(
    tx,
    setAside.map((line) => line.location_id!),
  );
  const shipment = await commitUnordered(
    work,
    shipmentOf(found),
    lines.filter(({ location_id: at }) => at === null),
    () => takeSetAside(tx, { merchant_id, warehouse_id }, setAside),
  );
  for (const stock of taken) await assertWaitingKept(tx, stock);
  await endPutBacks(work, toPutBack);
  await setVendorReturnStatus(tx, found.id, status);
  const states = { status, previous_status: previous };
  emit(vendorReturnEvent(found, 'released', { ...states, shipment_id: shipment.id }));
  return { id: found.id };
};

const keyOf = ({ item_id, lot_no }: { item_id: string; lot_no: string }): string => `${item_id}/${lot_no}`;

function shipmentOf({ id, merchant_id, warehouse_id, ship_mode, carrier_code, ship_to }: LockedVendorReturn) {
  return {
    vendor_return_id: id,
    merchant_id,
    warehouse_id,
    ship_mode,
    carrier_code,
    service_code: null,
    ship_to,
    required_ship_date: null,
  };
}
