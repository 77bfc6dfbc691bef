/**
 * v1: dock appointments. In addition to the reference: the detail, approval, rescheduling, door changes, completion and
 * free slots.
 */
import { carrierNamed } from '../../../db/catalog/carriers.read.ts';
import { appointmentSorts, listAppointments } from '../../../db/yard/appointments.read.ts';
import { spotNamed } from '../../../db/named.read.ts';
import { usualWarehouse, warehouseOfAppointment } from '../../../db/yard/yard-names.read.ts';
import { appointmentStatuses, appointmentTypes } from '../../../domain/yard/appointment-states.ts';
import { trailerContents } from '../../../domain/yard/spots.ts';
import { appointmentCommands, plate } from '../../../queues/yard/appointments.ts';
import { nameText } from '../../../queues/name.ts';
import * as s from '../../../queues/schema.ts';
import { command, create, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId, existing } from '../../http/reads.ts';
import { v1Query } from '../../http/query-fields.ts';
import { idOrCode, listed, withIds } from '../names.ts';
import { appointmentDetail, appointmentView, showAppointment } from './appointment-view.ts';

const path = '/v1/yms/appointments';
const manage = 'yms.manage';

const createBody = s.object({
  carrier: s.described(s.text(200), 'Id, code or name; one that is not in the catalog is kept as written.'),
  plate: s.optional(plate()),
  container_no: s.optional(s.text(20)),
  window_start: s.instant(),
  window_end: s.instant(),
  warehouse_id: s.optional(idOrCode('Default: the first warehouse by priority.')),
  type: s.optional(s.choice(...appointmentTypes)),
  door: s.optional(s.text(64), 'Id or code of a door. Default: the first free one.'),
  merchant_id: s.optional(idOrCode()),
  receipt_id: s.optional(s.uuid()),
  load_id: s.optional(s.uuid()),
  note: s.optional(s.freeText(1000)),
});

async function createInput(call: Call, body: s.Infer<typeof createBody>) {
  const { tx } = call;
  const { carrier, door, ...given } = await withIds(call, body);
  const warehouseId = given.warehouse_id ?? (await usualWarehouse(tx));
  const known = await carrierNamed(tx, carrier);
  return {
    ...given,
    warehouse_id: warehouseId,
    carrier: known?.name ?? carrier,
    ...(known ? { carrier_id: known.id } : {}),
    ...(door ? { door_id: await spotNamed(tx, warehouseId, door, 'door') } : {}),
  };
}

const checkInBody = s.object({
  plate: s.optional(plate()),
  container_no: s.optional(s.text(20)),
  seal_no: s.optional(s.text(50)),
  driver_name: s.optional(nameText(200)),
  content: s.optional(s.choice(...trailerContents)),
  note: s.optional(s.freeText(1000)),
  occurred_at: s.optional(s.instant()),
  spot: s.optional(s.text(64), 'Id or code of the spot the trailer is put on.'),
});

/** The path's appointment, with its door or spot by id. Refuses 404. */
async function onAppointment(call: Call, names: Record<string, string | undefined>) {
  const { tx, params } = call;
  const id = params['id']!;
  const warehouseId = existing('dock appointment', await warehouseOfAppointment(tx, id));
  const ids = { appointment_id: id } as { appointment_id: string; door_id?: string; spot_id?: string };
  for (const [name, given] of Object.entries(names))
    if (given) ids[`${name}_id` as 'door_id'] = await spotNamed(tx, warehouseId, given, name);
  return ids;
}

const doorBody = s.object({ door: s.optional(s.text(64), 'Id or code of a door.') });
const rescheduleBody = s.object({
  window_start: s.instant(),
  window_end: s.instant(),
  door: s.optional(s.text(64), 'Id or code of a door.'),
});

const step = { respondWith: appointmentDetail, returns: appointmentView };
const pathToInput = { id: 'appointment_id' };

export const appointmentEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Dock appointments, latest window first',
    permission: 'yms.view',
    query: v1Query(
      {
        date: s.described(s.date(), "The day the window begins, in the warehouse's time zone."),
        type: s.choice(...appointmentTypes),
        status: s.choice(...appointmentStatuses),
        warehouse_id: idOrCode(),
        merchant_id: idOrCode(),
        container_no: s.text(20),
      },
      Object.keys(appointmentSorts),
    ),
    returns: appointmentView,
    run: (call) => listed(call, listAppointments, showAppointment),
  }),
  create({
    ...step,
    path,
    summary: 'Book a window at a dock door',
    description:
      "If it is taken: 409 DOCK_CONFLICT (or DOCK_FULL by the hour) with the next three free slots. A merchant's token only requests: the appointment is requested until it is approved.",
    permission: manage,
    command: appointmentCommands.createAppointment,
    body: createBody,
    input: createInput,
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One dock appointment',
    permission: 'yms.view',
    returns: appointmentView,
    run: byId(appointmentDetail),
  }),
  command({
    ...step,
    path: `${path}/{id}/approve`,
    summary: 'Approve a requested appointment',
    permission: 'yms.approve',
    command: appointmentCommands.approveAppointment,
    body: doorBody,
    input: (call: Call, { door }: s.Infer<typeof doorBody>) => onAppointment(call, { door }),
  }),
  command({
    ...step,
    path: `${path}/{id}/reschedule`,
    summary: 'Move an appointment to another window',
    permission: manage,
    command: appointmentCommands.rescheduleAppointment,
    body: rescheduleBody,
    input: async (call: Call, { door, ...window }: s.Infer<typeof rescheduleBody>) => ({
      ...(await onAppointment(call, { door })),
      ...window,
    }),
  }),
  command({
    ...step,
    path: `${path}/{id}/check-in`,
    summary: 'Check a truck in at the gate',
    description:
      'Outside its window it is accepted and flagged early or late. Its visit begins, and the receiving task of its receipt is opened. Repeating it changes nothing.',
    permission: manage,
    command: appointmentCommands.checkIn,
    body: checkInBody,
    input: async (call: Call, { spot, ...seen }: s.Infer<typeof checkInBody>) => ({
      ...seen,
      ...(await onAppointment(call, { spot })),
    }),
  }),
  command({
    ...step,
    path: `${path}/{id}/to-door`,
    summary: 'Put the trailer of an appointment at its door',
    permission: manage,
    command: appointmentCommands.toDoor,
    body: doorBody,
    input: (call: Call, { door }: s.Infer<typeof doorBody>) => onAppointment(call, { door }),
  }),
  command({
    ...step,
    path: `${path}/{id}/complete`,
    summary: 'End the work on an appointment',
    permission: manage,
    command: appointmentCommands.completeAppointment,
    pathToInput,
  }),
  command({
    ...step,
    path: `${path}/{id}/no-show`,
    summary: 'Mark an appointment as a no-show',
    permission: manage,
    command: appointmentCommands.markNoShow,
    pathToInput,
  }),
  command({
    ...step,
    path: `${path}/{id}/cancel`,
    summary: 'Cancel an appointment nobody has arrived for',
    permission: manage,
    command: appointmentCommands.cancelAppointment,
    pathToInput,
  }),
];
