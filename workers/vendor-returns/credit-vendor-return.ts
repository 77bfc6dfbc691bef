/** Records that the vendor has credited what was sent back. */
import { lockVendorReturn, setVendorReturnStatus } from '../../db/vendor-returns/vendor-returns.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { vendorReturnEvent } from '../../domain/vendor-returns/events.ts';
import { vendorReturnStates } from '../../domain/vendor-returns/vendor-return-states.ts';
import type { vendorReturnCommands } from '../../queues/vendor-returns/vendor-returns.ts';
import type { Handler } from '../engine/handler.ts';

export const creditVendorReturn: Handler<typeof vendorReturnCommands.creditVendorReturn> = async (
  { tx, emit },
  { vendor_return_id: id, credit_no },
) => {
  const found = await lockVendorReturn(tx, id);
  const { status: previous } = found;
  if (previous === 'credited' && found.credit_no === credit_no) return { id: found.id };
  const status = nextState(vendorReturnStates, previous, 'credit');
  await setVendorReturnStatus(tx, found.id, status, { credit_no });
  emit(vendorReturnEvent(found, 'credited', { status, previous_status: previous, credit_no }));
  return { id: found.id };
};
