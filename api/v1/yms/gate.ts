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
import { spotNamed } from '../../../db/named.read.ts';
import { usualWarehouse, warehouseOfAppointment } from '../../../db/yard/yard-names.read.ts';
import { trailerContents } from '../../../domain/yard/spots.ts';
import { gateCommands, plate } from '../../../queues/yard/appointments.ts';
import { nameText } from '../../../queues/name.ts';
import * as s from '../../../queues/schema.ts';
import { create, list, type Call, type Endpoint } from '../../http/endpoint.ts';
import { oneOf } from '../../http/reads.ts';
import { present } from '../../http/present.ts';
import { queryFlag, v1Query } from '../../http/query-fields.ts';
import { idOrCode, listed, withIds } from '../names.ts';

const minutes = () => s.integer({ min: 0, max: 2 ** 31 - 1 });

const entryView = s.object({
  id: s.uuid(),
  warehouse_id: s.uuid(),
  warehouse_code: s.freeText(),
  direction: s.choice('in', 'out'),
  plate: s.freeText(),
  trailer_id: s.uuid(),
  visit_id: s.uuid(),
  appointment_id: s.nullable(s.uuid()),
  merchant_id: s.nullable(s.uuid()),
  container_no: s.nullable(s.freeText()),
  seal_no: s.nullable(s.freeText()),
  driver_name: s.nullable(s.freeText()),
  note: s.freeText(),
  occurred_at: s.instant(),
  recorded_by: s.freeText(),
  created_at: s.instant(),
});

function showEntry(row: GateEntryRow) {
  return present(entryView, row);
}

const visitView = s.object({
  id: s.uuid(),
  warehouse_id: s.uuid(),
  warehouse_code: s.freeText(),
  trailer_id: s.uuid(),
  plate: s.freeText(),
  carrier: s.nullable(s.freeText()),
  merchant_id: s.nullable(s.uuid()),
  appointment_id: s.nullable(s.uuid()),
  is_walk_in: s.flag(),
  container_no: s.nullable(s.freeText()),
  seal_no: s.nullable(s.freeText()),
  content: s.choice(...trailerContents),
  spot_id: s.nullable(s.uuid()),
  spot: s.nullable(s.freeText()),
  arrived_at: s.instant(),
  departed_at: s.nullable(s.instant()),
  dwell_minutes: minutes(),
  free_minutes: minutes(),
  detention_minutes: s.described(minutes(), 'Minutes beyond the free ones, so far or in total; billable.'),
});

function showVisit(row: VisitRow) {
  return present(visitView, row);
}

const entryDetail = oneOf('gate entry', findGateEntry, showEntry);

const entryBody = s.object({
  plate: plate(),
  direction: s.choice('in', 'out'),
  appointment_id: s.optional(s.uuid()),
  warehouse_id: s.optional(idOrCode("Default: the appointment's, else the first warehouse by priority.")),
  merchant_id: s.optional(idOrCode()),
  carrier: s.optional(s.text(200)),
  container_no: s.optional(s.text(20)),
  seal_no: s.optional(s.text(50)),
  driver_name: s.optional(nameText(200)),
  content: s.optional(s.choice(...trailerContents)),
  note: s.optional(s.freeText(1000)),
  occurred_at: s.optional(s.instant()),
  spot: s.optional(s.text(64), 'Id or code of the spot the trailer is put on.'),
});

async function entryInput(call: Call, body: s.Infer<typeof entryBody>) {
  const { tx } = call;
  const { spot, ...given } = await withIds(call, body);
  const ofAppointment = given.appointment_id
    ? await warehouseOfAppointment(tx, given.appointment_id)
    : undefined;
  const warehouseId = given.warehouse_id ?? ofAppointment ?? (await usualWarehouse(tx));
  return {
    ...given,
    warehouse_id: warehouseId,
    ...(spot ? { spot_id: await spotNamed(tx, warehouseId, spot, 'spot') } : {}),
  };
}

export const gateEndpoints: readonly Endpoint[] = [
  list({
    path: '/v1/yms/gate-entries',
    summary: 'Gate entries and exits, latest first',
    permission: 'yms.view',
    query: v1Query(
      {
        warehouse_id: idOrCode(),
        direction: s.choice('in', 'out'),
        plate: plate(),
        appointment_id: s.uuid(),
      },
      Object.keys(gateEntrySorts),
    ),
    returns: entryView,
    run: (call) => listed(call, listGateEntries, showEntry),
  }),
  create({
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
