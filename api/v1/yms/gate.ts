/** v1: what passed the gate, and the visits in between. */
import {
  findGateEntry,
  gateEntrySorts,
  listGateEntries,
  listVisits,
  visitSorts,
  type GateEntryRow,
  type VisitRow,
} from '../../../db/yard/visits.read.ts';
import { spotNamed, usualWarehouse, warehouseOfAppointment } from '../../../db/yard/yard-names.read.ts';
import { trailerContents } from '../../../domain/yard/spots.ts';
import { gateCommands, plate } from '../../../queues/yard/appointments.ts';
import {
  choice,
  described,
  flag,
  freeText,
  instant,
  integer,
  nullable,
  object,
  optional,
  text,
  uuid,
  type Infer,
} from '../../../queues/schema.ts';
import { command, list, type Call, type Endpoint } from '../../http/endpoint.ts';
import { oneOf } from '../../http/reads.ts';
import { present } from '../../http/present.ts';
import { queryFlag, v1Query } from '../../http/query-fields.ts';
import { idOrCode, listed, withIds } from '../names.ts';

const minutes = () => integer({ min: 0, max: 2 ** 31 - 1 });

const entryView = object({
  id: uuid(),
  warehouse_id: uuid(),
  warehouse_code: freeText(),
  direction: choice('in', 'out'),
  plate: freeText(),
  trailer_id: uuid(),
  visit_id: uuid(),
  appointment_id: nullable(uuid()),
  merchant_id: nullable(uuid()),
  container_no: nullable(freeText()),
  seal_no: nullable(freeText()),
  driver_name: nullable(freeText()),
  note: freeText(),
  occurred_at: instant(),
  recorded_by: freeText(),
  created_at: instant(),
});

function showEntry(row: GateEntryRow) {
  return present(entryView, row);
}

const visitView = object({
  id: uuid(),
  warehouse_id: uuid(),
  warehouse_code: freeText(),
  trailer_id: uuid(),
  plate: freeText(),
  carrier: nullable(freeText()),
  merchant_id: nullable(uuid()),
  appointment_id: nullable(uuid()),
  is_walk_in: flag(),
  container_no: nullable(freeText()),
  seal_no: nullable(freeText()),
  content: choice(...trailerContents),
  spot_id: nullable(uuid()),
  spot: nullable(freeText()),
  arrived_at: instant(),
  departed_at: nullable(instant()),
  dwell_minutes: minutes(),
  free_minutes: minutes(),
  detention_minutes: described(minutes(), 'Minutes beyond the free ones, so far or in total; billable.'),
});

function showVisit(row: VisitRow) {
  return present(visitView, row);
}

const entryDetail = oneOf('gate entry', findGateEntry, showEntry);

const entryBody = object({
  plate: plate(),
  direction: choice('in', 'out'),
  appointment_id: optional(uuid()),
  warehouse_id: optional(idOrCode("Default: the appointment's, else the first warehouse by priority.")),
  merchant_id: optional(idOrCode()),
  carrier: optional(text(200)),
  container_no: optional(text(20)),
  seal_no: optional(text(50)),
  driver_name: optional(text(200)),
  content: optional(choice(...trailerContents)),
  note: optional(freeText(1000)),
  occurred_at: optional(instant()),
  spot: optional(described(text(64), 'Id or code of the spot the trailer is put on.')),
});

async function entryInput(call: Call, body: Infer<typeof entryBody>) {
  const { tx, organizationId } = call;
  const { spot, ...given } = await withIds(call, body);
  const ofAppointment = given.appointment_id
    ? await warehouseOfAppointment(tx, organizationId, given.appointment_id)
    : undefined;
  const warehouseId = given.warehouse_id ?? ofAppointment ?? (await usualWarehouse(tx, organizationId));
  return {
    ...given,
    warehouse_id: warehouseId,
    ...(spot ? { spot_id: await spotNamed(tx, organizationId, warehouseId, spot, 'spot') } : {}),
  };
}

export const gateEndpoints: readonly Endpoint[] = [
  list({
    path: '/v1/yms/gate-entries',
    summary: 'Gate entries and exits, latest first',
    permission: 'yms.view',
    query: v1Query(
      { warehouse_id: idOrCode(), direction: choice('in', 'out'), plate: plate(), appointment_id: uuid() },
      Object.keys(gateEntrySorts),
    ),
    returns: entryView,
    run: (call) => listed(call, listGateEntries, showEntry),
  }),
  command({
    method: 'POST',
    path: '/v1/yms/gate-entries',
    summary: 'Record a gate entry or exit',
    description:
      'in with an appointment checks it in, without one it starts a walk-in visit; out ends the visit. An entry is never changed.',
    permission: 'yms.manage',
    command: gateCommands.recordGateEntry,
    body: entryBody,
    input: entryInput,
    respondWith: entryDetail,
    returns: entryView,
    status: 201,
  }),
  list({
    path: '/v1/yms/visits',
    summary: 'Trailer visits with their dwell time, latest first',
    permission: 'yms.view',
    query: v1Query(
      { warehouse_id: idOrCode(), merchant_id: idOrCode(), plate: plate(), active: queryFlag() },
      Object.keys(visitSorts),
    ),
    returns: visitView,
    run: (call) => listed(call, listVisits, showVisit),
  }),
];
