/** v1: yard moves and the map of the yard. */
import { readMomentAt } from '../../../db/business-day.read.ts';
import { findMove, listMoves, moveSorts, type MoveRow } from '../../../db/yard/moves.read.ts';
import { readUnparked, readYardMap } from '../../../db/yard/yard-map.read.ts';
import { spotNamed } from '../../../db/named.read.ts';
import { trailerNamed } from '../../../db/yard/yard-names.read.ts';
import { invalid, Refusal } from '../../../domain/refusal.ts';
import { moveStatuses } from '../../../domain/yard/move-states.ts';
import { spotKinds, spotStates, trailerContents } from '../../../domain/yard/spots.ts';
import { moveCommands } from '../../../queues/yard/appointments.ts';
import * as s from '../../../queues/schema.ts';
import { command, create, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { oneOf } from '../../http/reads.ts';
import { present } from '../../http/present.ts';
import { plainQuery, v1Query } from '../../http/query-fields.ts';
import { idOrCode, listed, withIds } from '../names.ts';

const path = '/v1/yms/movements';
const permission = 'yms.manage';

const moveView = s.object({
  id: s.uuid(),
  move_no: s.freeText(),
  status: s.choice(...moveStatuses),
  warehouse_id: s.uuid(),
  warehouse_code: s.freeText(),
  trailer_id: s.uuid(),
  plate: s.freeText(),
  visit_id: s.uuid(),
  from_spot_id: s.nullable(s.uuid()),
  from_location: s.nullable(s.freeText()),
  to_spot_id: s.uuid(),
  to_location: s.freeText(),
  note: s.freeText(),
  requested_by: s.freeText(),
  created_at: s.instant(),
  updated_at: s.instant(),
  started_at: s.nullable(s.instant()),
  finished_at: s.nullable(s.instant()),
});

function showMove(row: MoveRow) {
  return present(moveView, row);
}

const moveDetail = oneOf('yard move', findMove, showMove);

const moveBody = s.object({
  trailer_id: s.described(s.text(64), 'Id or plate of a trailer that is in the yard.'),
  to_location: s.described(
    s.text(64),
    'Id or code of the spot it is brought to, which is reserved from now on.',
  ),
  note: s.optional(s.freeText(1000)),
});

async function moveInput({ tx }: Call, body: s.Infer<typeof moveBody>) {
  const { trailer_id: given, to_location: target, ...more } = body;
  const trailer = await trailerNamed(tx, given);
  if (!trailer.warehouse_id)
    throw new Refusal('NOT_IN_YARD', 'The trailer is not in any yard.', { trailer_id: trailer.id });
  const spotId = await spotNamed(tx, trailer.warehouse_id, target, 'to_location');
  return { trailer_id: trailer.id, to_spot_id: spotId, ...more };
}

const mapView = s.object({
  at: s.instant(),
  counts: s.object(
    Object.fromEntries(spotStates.map((state) => [state, s.integer({ min: 0, max: 1e9 })])) as Record<
      (typeof spotStates)[number],
      ReturnType<typeof s.integer>
    >,
  ),
  spots: s.listOf(
    s.object({
      spot_id: s.uuid(),
      warehouse_id: s.uuid(),
      warehouse_code: s.freeText(),
      code: s.freeText(),
      kind: s.choice(...spotKinds),
      state: s.choice(...spotStates),
      trailer_id: s.nullable(s.uuid()),
      plate: s.nullable(s.freeText()),
      carrier: s.nullable(s.freeText()),
      visit_id: s.nullable(s.uuid()),
      appointment_id: s.nullable(s.uuid()),
      container_no: s.nullable(s.freeText()),
      content: s.nullable(s.choice(...trailerContents)),
      dwell_minutes: s.nullable(s.integer({ min: 0, max: 1e9 })),
      reserved_by: s.nullable(s.freeText()),
      closed_for: s.nullable(s.freeText()),
    }),
  ),
  unparked: s.listOf(
    s.object({
      visit_id: s.uuid(),
      trailer_id: s.uuid(),
      plate: s.freeText(),
      warehouse_id: s.uuid(),
      arrived_at: s.instant(),
    }),
  ),
});

async function yardMap(call: Call<{ warehouse_id?: string; at?: string }>) {
  const { tx, organizationId, principal, query: asked } = call;
  // A merchant sees only its own visits: otherwise the rest of the yard would look free.
  if (principal.merchant_id)
    throw new Refusal('FORBIDDEN', 'The map of the yard is the operator’s, not one merchant’s.');
  const warehouseId = asked.warehouse_id
    ? (await withIds({ tx, organizationId, principal }, { warehouse_id: asked.warehouse_id })).warehouse_id
    : null;
  const at = asked.at ? await readMomentAt(tx, { organizationId, warehouseId }, asked.at) : new Date();
  if (at.getTime() > Date.now() + 60_000) throw invalid('at', 'future', 'at must not be in the future');
  const spots = await readYardMap(tx, warehouseId, at);
  const unparked = await readUnparked(tx, warehouseId, at);
  const counts = { free: 0, reserved: 0, occupied: 0, out_of_service: 0 };
  for (const { state } of spots) counts[state] += 1;
  return {
    at: at.toISOString(),
    counts,
    spots,
    unparked: unparked.map((one) => ({ ...one, arrived_at: one.arrived_at.toISOString() })),
  };
}

const step = { permission, respondWith: moveDetail, returns: moveView } as const;
const pathToInput = { id: 'move_id' };

export const movementEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Yard move tasks, newest first',
    permission: 'yms.view',
    query: v1Query(
      { status: s.choice(...moveStatuses), warehouse_id: idOrCode(), trailer_id: s.uuid() },
      Object.keys(moveSorts),
    ),
    returns: moveView,
    run: (call) => listed(call, listMoves, showMove),
  }),
  create({
    ...step,
    path,
    summary: 'Request a trailer move',
    description: 'The target is reserved at once; if it is taken, 409 SPOT_TAKEN with its state.',
    command: moveCommands.createMove,
    body: moveBody,
    input: moveInput,
  }),
  command({
    ...step,
    path: `${path}/{id}/start`,
    summary: 'Start a move',
    command: moveCommands.startMove,
    pathToInput,
  }),
  command({
    ...step,
    path: `${path}/{id}/complete`,
    summary: 'Complete a move: the trailer stands at its new spot',
    command: moveCommands.completeMove,
    pathToInput,
  }),
  command({
    ...step,
    path: `${path}/{id}/cancel`,
    summary: 'Cancel a move and release its target',
    command: moveCommands.cancelMove,
    pathToInput,
  }),
  query({
    path: '/v1/yms/yard-map',
    summary: 'The yard as it is, or was at any past minute',
    description: 'A spot that is not active and was changed after `at` is shown as it was used then.',
    permission: 'yms.view',
    query: plainQuery({ warehouse_id: idOrCode(), at: s.instant({ dateAllowed: true }) }),
    returns: mapView,
    run: yardMap,
  }),
];
