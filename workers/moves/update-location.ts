/** Changes a location. To one that is deactivated nobody is sent any more: once that holds for planners, its moves are dropped. */
import { locationRecord, type catalogCommands } from '../../queues/catalog/master-data.ts';
import { plannedMoveCommands } from '../../queues/moves/moves.ts';
import type { Handler } from '../engine/handler.ts';
import { recordHandlers } from '../record-handlers.ts';

const plain = recordHandlers(locationRecord);

export const updateLocation: Handler<typeof catalogCommands.updateLocation> = async (work, input) => {
  const changed = await plain.update(work, input);
  if (input.is_active === false) work.enqueue(plannedMoveCommands.dropMovesTo, { location_id: changed.id });
  return changed;
};
