/** A planned move as the tenant API shows it. */
import { findPlannedMove, type PlannedMoveRow } from '../../../db/moves/planned-moves.read.ts';
import { movableStatuses, plannedMoveKinds } from '../../../domain/moves/move-kinds.ts';
import { plannedMoveStatuses } from '../../../domain/moves/planned-move-states.ts';
import type { ResultOf } from '../../../queues/engine/define-command.ts';
import type { plannedMoveCommands } from '../../../queues/moves/moves.ts';
import * as s from '../../../queues/schema.ts';
import { stockQty } from '../../../queues/inventory/inventory.ts';
import { overLimits, warnings } from '../../../queues/warnings.ts';
import type { Call } from '../../http/endpoint.ts';
import { oneOf } from '../../http/reads.ts';
import { present } from '../../http/present.ts';

const fields = {
  id: s.uuid(),
  move_no: s.text(),
  kind: s.choice(...plannedMoveKinds),
  status: s.choice(...plannedMoveStatuses),
  priority: s.integer({ min: -1_000_000, max: 1_000_000 }),
  warehouse_id: s.uuid(),
  warehouse_code: s.text(),
  merchant_id: s.nullable(s.uuid(), 'Null for a license plate with goods of several.'),
  item_id: s.nullable(s.uuid(), 'Null for a license plate with several items.'),
  sku: s.nullable(s.text()),
  item_name: s.nullable(s.text(300)),
  lot_no: s.nullable(s.text()),
  pallet_lpn: s.nullable(s.text()),
  stock_status: s.choice(...movableStatuses),
  qty: stockQty(),
  done_qty: s.nullable(stockQty()),
  from_location_id: s.uuid(),
  from_location: s.text(),
  from_zone: s.freeText(),
  to_location_id: s.uuid(),
  to_location: s.text(),
  to_zone: s.freeText(),
  wave_id: s.nullable(s.uuid()),
  receipt_id: s.nullable(s.uuid()),
  rule_id: s.nullable(s.uuid(), 'The putaway rule it follows.'),
  carries_allocations: s.described(s.flag(), 'What orders hold of its goods goes along.'),
  swap_id: s.nullable(s.uuid(), 'The same of moves by which goods change places.'),
  waits_for_move_id: s.nullable(
    s.uuid(),
    'Nobody is given it before that move is done, by which its place becomes free.',
  ),
  picks_waiting: s.described(
    s.integer({ min: 0, max: 1e9 }),
    'Picks of these goods that nobody is given before it has ended.',
  ),
  why: s.nullable(
    s.openObject(),
    'Why there and not elsewhere, as its planner saw it. Null if made by hand.',
  ),
  assignee_id: s.nullable(s.uuid()),
  assignee: s.nullable(s.freeText()),
  end_reason: s.nullable(
    s.freeText(),
    'source_gone: nothing was there to carry. place_inactive: its place was deactivated. replanned: its plate goes elsewhere. merged: its goods were put onto another plate, or goods came onto its own that do not fit there. Otherwise what was given with cancel or confirm.',
  ),
  created_by: s.text(),
  created_at: s.instant(),
  assigned_at: s.nullable(s.instant()),
  started_at: s.nullable(s.instant()),
  finished_at: s.nullable(s.instant()),
};

export const plannedMoveView = s.object(fields);

/** What was just done with it. */
export const workedMoveView = s.object({ ...fields, warnings: s.optional(warnings(), overLimits) });

export const showPlannedMove = (row: PlannedMoveRow) =>
  present(plannedMoveView, { ...row, lot_no: row.lot_no || null });

export const plannedMove = oneOf('planned move', findPlannedMove, showPlannedMove);

export async function workedMove(
  call: Call,
  { warnings: told, ...done }: ResultOf<typeof plannedMoveCommands.confirmMove>,
): Promise<s.Infer<typeof workedMoveView>> {
  return { ...(await plannedMove(call, done)), ...(told && { warnings: told }) };
}
