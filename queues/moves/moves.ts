/** Commands of planned moves. Who carries what is decided inline; what moves stock runs on the inventory queue. */
import { plannedMoveKinds } from '../../domain/moves/move-kinds.ts';
import { defineCommand } from '../engine/define-command.ts';
import { identifier } from '../inventory/identifier.ts';
import * as s from '../schema.ts';
import { overLimits, warnings } from '../warnings.ts';

const move = { move_id: s.uuid() };
const result = s.object({ id: s.uuid() });

const planned = s.ruled(
  s.object({
    kind: s.choice(...plannedMoveKinds),
    warehouse_id: s.uuid(),
    to_location_id: s.uuid(),
    pallet_lpn: s.optional(
      s.text(64),
      'Carries the license plate whole. Excludes the fields of loose stock.',
    ),
    from_location_id: s.optional(s.uuid(), 'Loose stock; with item_id and qty.'),
    item_id: s.optional(s.uuid()),
    qty: s.optional(s.qty({ positive: true })),
    lot_no: s.optional(s.text(100)),
    status: s.optional(s.choice('available', 'hold', 'damaged'), 'Loose stock: default available.'),
    priority: s.optional(
      s.integer({ min: -1_000_000, max: 1_000_000 }),
      'Default 100; the smallest is most urgent.',
    ),
  }),
  (schema) =>
    schema
      .xor('pallet_lpn', 'from_location_id')
      .and('from_location_id', 'item_id', 'qty')
      .without('pallet_lpn', ['item_id', 'qty', 'lot_no', 'status']),
);

export const plannedMoveCommands = {
  planMove: defineCommand({
    name: 'wms.plan_move',
    runs: 'inline',
    summary: 'Plans a move by hand: somebody is to carry this there. It holds no stock.',
    input: planned,
    result,
  }),
  claimNextMove: defineCommand({
    name: 'wms.claim_next_move',
    runs: 'inline',
    summary: 'Claims the most urgent open move of a warehouse.',
    input: s.object({
      warehouse_id: s.uuid(),
      kinds: s.optional(s.list(s.choice(...plannedMoveKinds), { min: 1, max: 10 }), 'Default: every kind.'),
      zone: s.optional(s.text(64), 'The zone of either end.'),
    }),
    result,
  }),
  claimMove: defineCommand({
    name: 'wms.claim_move',
    runs: 'inline',
    summary: 'Claims an open move.',
    input: s.object(move),
    result,
  }),
  startMove: defineCommand({
    name: 'wms.start_move',
    runs: 'inline',
    summary:
      'Starts a claimed move: its goods are in hand, so counts of their place do not miss them, and its planner takes it back no more.',
    input: s.object(move),
    result,
  }),
  unclaimMove: defineCommand({
    name: 'wms.unclaim_move',
    runs: 'inline',
    summary: 'Returns a claimed move: what was in hand lies where it was.',
    input: s.object(move),
    result,
  }),
  confirmMove: defineCommand({
    name: 'wms.confirm_move',
    runs: 'inventory',
    together: true,
    summary:
      'Confirms a move: its stock is at the target. Without stock at its source the move ends cancelled.',
    input: s.object({
      ...move,
      qty: s.optional(
        s.qty({ positive: true }),
        'How much was carried, if less than planned. Loose stock only.',
      ),
      to_location_id: s.optional(
        s.uuid(),
        'Where it was put, if elsewhere: needs wms.moves.override and a reason.',
      ),
      serial_nos: s.optional(
        s.list(identifier(100), { min: 1, max: 2_000 }),
        'Which units were carried, one serial number each. Loose stock only. Left out, those there longest are taken to be.',
      ),
      reason: s.optional(s.freeText(200)),
    }),
    result: s.object({ id: s.uuid(), warnings: s.optional(warnings(), overLimits) }),
  }),
  cancelMove: defineCommand({
    name: 'wms.cancel_move',
    runs: 'inline',
    summary: 'Cancels a move; nothing is carried.',
    input: s.object({ ...move, reason: s.freeText(200) }),
    result,
  }),
  dropMovesTo: defineCommand({
    name: 'wms.drop_moves_to',
    runs: 'inventory',
    summary: 'Drops the moves to a place that was deactivated, and plans anew what they were to put away.',
    input: s.object({ location_id: s.uuid() }),
    result: s.object({ dropped: s.integer({ min: 0, max: 1e6 }) }),
  }),
};
