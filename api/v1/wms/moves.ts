/** v1: planned moves, and that one is done. */
import {
  findPlannedMove,
  listPlannedMoves,
  plannedMoveSorts,
  type PlannedMoveRow,
} from '../../../db/moves/planned-moves.read.ts';
import { locationNamed } from '../../../db/named.read.ts';
import { movableStatuses, plannedMoveKinds } from '../../../domain/moves/move-kinds.ts';
import { plannedMoveStatuses } from '../../../domain/moves/planned-move-states.ts';
import { stockQty } from '../../../queues/inventory/inventory.ts';
import { identifier } from '../../../queues/inventory/identifier.ts';
import { plannedMoveCommands } from '../../../queues/moves/moves.ts';
import * as s from '../../../queues/schema.ts';
import { command, list, type Call, type Endpoint } from '../../http/endpoint.ts';
import { existing, oneOf } from '../../http/reads.ts';
import { present } from '../../http/present.ts';
import { v1Query } from '../../http/query-fields.ts';
import { idOrCode, listed } from '../names.ts';

const path = '/v1/wms/moves';

const moveView = s.object({
  id: s.uuid(),
  move_no: s.freeText(),
  kind: s.choice(...plannedMoveKinds),
  status: s.choice(...plannedMoveStatuses),
  priority: s.integer({ min: -1_000_000, max: 1_000_000 }),
  warehouse_id: s.uuid(),
  warehouse_code: s.freeText(),
  merchant_id: s.nullable(s.uuid()),
  sku: s.nullable(s.freeText(), 'Null for a license plate with several items.'),
  lot_no: s.nullable(s.freeText()),
  pallet_lpn: s.nullable(s.freeText()),
  stock_status: s.choice(...movableStatuses),
  qty: stockQty(),
  done_qty: s.nullable(stockQty()),
  from_location: s.freeText(),
  to_location: s.freeText(),
  wave_id: s.nullable(s.uuid()),
  receipt_id: s.nullable(s.uuid()),
  waits_for_move_id: s.nullable(s.uuid(), 'Nobody is given it before that move is done.'),
  picks_waiting: s.described(
    s.integer({ min: 0, max: 1e9 }),
    'Picks of these goods that nobody is given before it has ended.',
  ),
  assignee: s.nullable(s.freeText()),
  end_reason: s.nullable(s.freeText()),
  created_at: s.instant(),
  finished_at: s.nullable(s.instant()),
});

const show = (row: PlannedMoveRow) => present(moveView, { ...row, lot_no: row.lot_no || null });
const detail = oneOf('planned move', findPlannedMove, show);

const completeBody = s.object({
  qty: s.optional(s.qty({ positive: true }), 'How much was carried, if less than planned.'),
  to_location: s.optional(idOrCode('Where it was put, if elsewhere: needs wms.moves.override and a reason.')),
  serial_nos: s.optional(
    s.list(identifier(100), { min: 1, max: 2_000 }),
    'Which units were carried, one serial number each. Loose stock only.',
  ),
  reason: s.optional(s.freeText(200)),
});

async function completion(
  { tx, params }: Call,
  { to_location: place, ...given }: s.Infer<typeof completeBody>,
) {
  const id = params['id']!;
  if (!place) return { move_id: id, ...given };
  const { warehouse_id: warehouseId } = existing('planned move', await findPlannedMove(tx, id));
  return {
    move_id: id,
    ...given,
    to_location_id: await locationNamed(tx, warehouseId, place, 'to_location'),
  };
}

export const moveEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Planned moves, newest first',
    permission: 'wms.putaway.view',
    query: v1Query(
      {
        kind: s.choice(...plannedMoveKinds),
        status: s.choice(...plannedMoveStatuses),
        warehouse_id: idOrCode(),
        receipt_id: s.uuid(),
        wave_id: s.uuid(),
      },
      Object.keys(plannedMoveSorts),
    ),
    returns: moveView,
    run: (call) => listed(call, listPlannedMoves, show),
  }),
  command({
    path: `${path}/{id}/complete`,
    summary: 'The goods of a planned move are at their target',
    description:
      'Nobody has to have claimed it. Without enough stock at its source the move ends cancelled, with end_reason source_gone; one that carries what orders hold is refused instead where qty is given (INSUFFICIENT_STOCK): that goes whole.',
    permission: 'wms.moves.work',
    command: plannedMoveCommands.confirmMove,
    body: completeBody,
    input: completion,
    respondWith: detail,
    returns: moveView,
  }),
];
