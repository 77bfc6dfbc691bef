/** Closes a return whose units have all been disposed of: nothing of it changes any more. */
import { lockReturn, setReturnStatus } from '../../db/returns/returns.write.ts';
import { returnEvent } from '../../domain/returns/events.ts';
import { returnStates } from '../../domain/returns/return-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { returnCommands } from '../../queues/returns/returns.ts';
import type { Handler } from '../engine/handler.ts';

export const closeReturn: Handler<typeof returnCommands.closeReturn> = async (
  { tx, emit },
  { return_id: id },
) => {
  const found = await lockReturn(tx, id);
  const { status: previous } = found;
  if (previous === 'closed') return { id: found.id };
  const status = nextState(returnStates, previous, 'close');
  await setReturnStatus(tx, found.id, status);
  emit(returnEvent(found, 'closed', { status, previous_status: previous }));
  return { id: found.id };
};
