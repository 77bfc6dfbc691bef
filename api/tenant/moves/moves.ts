/** Planned moves: what is to be carried where, who has it, and that it is done. */
import { listPlannedMoves } from '../../../db/moves/planned-moves.read.ts';
import { plannedMoveKinds } from '../../../domain/moves/move-kinds.ts';
import { plannedMoveStatuses } from '../../../domain/moves/planned-move-states.ts';
import { plannedMoveCommands } from '../../../queues/moves/moves.ts';
import { choice, text, uuid } from '../../../queues/schema.ts';
import { actions, command, create, list, query, type Endpoint } from '../../http/endpoint.ts';
import { byId, filteredPageOf } from '../../http/reads.ts';
import { pagedQuery } from '../../http/query-fields.ts';
import { plannedMove, plannedMoveView, showPlannedMove, workedMove, workedMoveView } from './move-view.ts';

const path = '/api/wms/moves';
const view = 'wms.putaway.view';
const worked = 'wms.moves.work';
const planned = 'wms.moves.plan';

export const plannedMoveEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Planned moves, newest first',
    permission: view,
    query: pagedQuery({
      kind: choice(...plannedMoveKinds),
      status: choice(...plannedMoveStatuses),
      warehouse_id: uuid(),
      zone: text(64),
      wave_id: uuid(),
      receipt_id: uuid(),
      item_id: uuid(),
      assignee_id: uuid(),
    }),
    returns: plannedMoveView,
    run: filteredPageOf(listPlannedMoves, showPlannedMove),
  }),
  create({
    path,
    summary: 'Plan a move by hand',
    description:
      'An intent, not a reservation: the stock stays available, and may be gone when somebody comes for it. 409 INSUFFICIENT_STOCK when other planned moves take it already.',
    permission: planned,
    command: plannedMoveCommands.planMove,
    respondWith: plannedMove,
    returns: plannedMoveView,
  }),
  command({
    path: `${path}/claim`,
    summary: 'Claim the most urgent open move of a warehouse',
    description: '404 if none is left. Two who claim at once get two moves.',
    permission: worked,
    command: plannedMoveCommands.claimNextMove,
    respondWith: plannedMove,
    returns: plannedMoveView,
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One planned move',
    permission: view,
    returns: plannedMoveView,
    run: byId(plannedMove),
  }),
  actions({
    path: `${path}/{id}`,
    summary: 'Claim, start, unclaim, confirm or cancel a planned move',
    description:
      'confirm carries the stock, with all that a move refuses. If there is not enough at the source, the move ends cancelled with end_reason source_gone; one with carries_allocations and qty is refused instead (INSUFFICIENT_STOCK), as what orders hold goes whole.',
    permission: [worked, planned],
    pathToInput: { id: 'move_id' },
    actions: {
      claim: { command: plannedMoveCommands.claimMove, permission: worked },
      start: { command: plannedMoveCommands.startMove, permission: worked },
      unclaim: { command: plannedMoveCommands.unclaimMove, permission: worked },
      confirm: { command: plannedMoveCommands.confirmMove, permission: worked },
      cancel: { command: plannedMoveCommands.cancelMove, permission: planned },
    },
    respondWith: workedMove,
    returns: workedMoveView,
  }),
];
