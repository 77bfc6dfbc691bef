/**
 * v1: dock appointments. In addition to the reference: the detail, approval, rescheduling, door changes, completion and
 * free slots.
 */
import { carrierNamed } from '../../../db/catalog/carriers.read.ts';
import { appointmentSorts, listAppointments } from '../../../db/yard/appointments.read.ts';
import { spotNamed, usualWarehouse, warehouseOfAppointment } from '../../../db/yard/yard-names.read.ts';
import { appointmentStatuses, appointmentTypes } from '../../../domain/yard/appointment-states.ts';
import { trailerContents } from '../../../domain/yard/spots.ts';
import { appointmentCommands, plate } from '../../../queues/yard/appointments.ts';
import {
  choice,
  date,
  described,
  freeText,
  instant,
  object,
  optional,
  text,
  uuid,
  type Infer,
} from '../../../queues/schema.ts';
import { command, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId, existing } from '../../http/reads.ts';
import { v1Query } from '../../http/query-fields.ts';
import { idOrCode, listed, withIds } from '../names.ts';
import { appointmentDetail, appointmentView, showAppointment } from './appointment-view.ts';

const path = '/v1/yms/appointments';
const manage = 'yms.manage';

const createBody = object({
  carrier: described(text(200), 'Id, code or name; one that is not in the catalog is kept as written.'),
  plate: optional(plate()),
  container_no: optional(text(20)),
  window_start: instant(),
  window_end: instant(),
  warehouse_id: optional(idOrCode('Default: the first warehouse by priority.')),
  type: optional(choice(...appointmentTypes)),
  door: optional(described(text(64), 'Id or code of a door. Default: the first free one.')),
  merchant_id: optional(idOrCode()),
  receipt_id: optional(uuid()),
  load_id: optional(uuid()),
  note: optional(freeText(1000)),
});

async function createInput(call: Call, body: Infer<typeof createBody>) {
  const { tx, organizationId } = call;
  const { carrier, door, ...given } = await withIds(call, body);
  const warehouseId = given.warehouse_id ?? (await usualWarehouse(tx, organizationId));
  const known = await carrierNamed(tx, organizationId, carrier);
  return {
    ...given,
    warehouse_id: warehouseId,
    carrier: known?.name ?? carrier,
    ...(known ? { carrier_id: known.id } : {}),
    ...(door ? { door_id: await spotNamed(tx, organizationId, warehouseId, door, 'door') } : {}),
  };
}

const checkInBody = object({
  plate: optional(plate()),
  container_no: optional(text(20)),
  seal_no: optional(text(50)),
  driver_name: optional(text(200)),
  content: optional(choice(...trailerContents)),
  note: optional(freeText(1000)),
  occurred_at: optional(instant()),
  spot: optional(described(text(64), 'Id or code of the spot the trailer is put on.')),
});

/** The path's appointment, with its door or spot by id. Refuses 404. */
async function onAppointment(call: Call, names: Record<string, string | undefined>) {
  const { tx, organizationId, params } = call;
  const id = params['id']!;
  const warehouseId = existing('dock appointment', await warehouseOfAppointment(tx, organizationId, id));
  const ids = { appointment_id: id } as { appointment_id: string; door_id?: string; spot_id?: string };
  for (const [name, given] of Object.entries(names))
    if (given) ids[`${name}_id` as 'door_id'] = await spotNamed(tx, organizationId, warehouseId, given, name);
  return ids;
}

const doorBody = object({ door: optional(described(text(64), 'Id or code of a door.')) });
const rescheduleBody = object({
  window_start: instant(),
  window_end: instant(),
  door: optional(described(text(64), 'Id or code of a door.')),
});

const answers = { respondWith: appointmentDetail, returns: appointmentView };
const step = { method: 'POST' as const, ...answers };
const pathToInput = { id: 'appointment_id' };

export const appointmentEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Dock appointments, latest window first',
    permission: 'yms.view',
    query: v1Query(
      {
        date: described(date(), "The day the window begins, in the warehouse's time zone."),
        type: choice(...appointmentTypes),
        status: choice(...appointmentStatuses),
        warehouse_id: idOrCode(),
        merchant_id: idOrCode(),
        container_no: text(20),
      },
      Object.keys(appointmentSorts),
    ),
    returns: appointmentView,
    run: (call) => listed(call, listAppointments, showAppointment),
  }),
  command({
    ...step,
    path,
    summary: 'Book a window at a dock door',
    description:
      "If it is taken: 409 DOCK_CONFLICT (or DOCK_FULL by the hour) with the next three free slots. A merchant's token only requests: the appointment is requested until it is approved.",
    permission: manage,
    command: appointmentCommands.createAppointment,
    body: createBody,
    input: createInput,
    status: 201,
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
    input: (call: Call, { door }: Infer<typeof doorBody>) => onAppointment(call, { door }),
  }),
  command({
    ...step,
    path: `${path}/{id}/reschedule`,
    summary: 'Move an appointment to another window',
    permission: manage,
    command: appointmentCommands.rescheduleAppointment,
    body: rescheduleBody,
    input: async (call: Call, { door, ...window }: Infer<typeof rescheduleBody>) => ({
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
    input: async (call: Call, { spot, ...seen }: Infer<typeof checkInBody>) => ({
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
    input: (call: Call, { door }: Infer<typeof doorBody>) => onAppointment(call, { door }),
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
