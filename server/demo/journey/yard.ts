/** Through the gate: an appointment, the check-in, a spot, the door, and out again. */
import { chapter, say } from '../say.ts';
import { StartError } from '../../start-error.ts';
import type { Yard } from './catalogue.ts';
import { path, type Journey } from './journey.ts';
import type { Trip } from './sea.ts';

export interface Arrival {
  appointmentId: string;
  plate: string;
  /** The receipt on which the container's goods are counted. */
  receiptId: string;
}

/** Books a window, checks the truck in and brings its trailer to the door. */
export async function throughTheGate(
  { api, demo, tag }: Journey,
  { containerNo }: Trip,
  yard: Yard,
): Promise<Arrival> {
  chapter('Through the gate');
  const plate = `JT ${tag}`;
  const hour = 3_600_000;
  const booked = await api.post('/v1/yms/appointments', {
    body: {
      carrier: 'FASTSHIP',
      plate,
      container_no: containerNo,
      type: 'inbound',
      warehouse_id: demo.warehouse_id,
      door: yard.inboundDoor,
      window_start: new Date(Date.now() + hour / 4).toISOString(),
      window_end: new Date(Date.now() + hour).toISOString(),
    },
  });
  const checked = await api.post('/v1/yms/appointments/{id}/check-in', {
    ...path(booked.id),
    body: { plate, seal_no: 'SL-4711', driver_name: 'Grace Hopper', spot: yard.spot },
  });
  if (!checked.receipt_id) throw new StartError('The check-in did not find the receipt of its container.');
  say(`${booked.appointment_no}: ${plate} is ${checked.punctuality} and waits on ${yard.spot}`);
  const move = await api.post('/v1/yms/movements', {
    body: { trailer_id: plate, to_location: yard.staging },
  });
  await api.post('/v1/yms/movements/{id}/start', path(move.id));
  const moved = await api.post('/v1/yms/movements/{id}/complete', path(move.id));
  const { status, door } = await api.post('/v1/yms/appointments/{id}/to-door', path(booked.id));
  say(`${moved.move_no} is ${moved.status}: the trailer is ${status.replaceAll('_', ' ')} ${door}`);
  return { appointmentId: booked.id, plate, receiptId: checked.receipt_id };
}

/** The empty container leaves, and its trip ends. */
export async function outOfTheGate(
  { api, tag }: Journey,
  { containerNo, drayageId }: Trip,
  { appointmentId, plate, receiptId }: Arrival,
): Promise<void> {
  const done = await api.post('/v1/drayage/orders/{id}/complete', path(drayageId));
  if (done.receipt_id !== receiptId)
    throw new StartError('Completing the trip created a receipt next to the one that was counted.');
  await api.post('/v1/yms/gate-entries', {
    body: { plate, direction: 'out', appointment_id: appointmentId, content: 'empty' },
  });
  for (const code of ['unloaded', 'empty_out', 'empty_in'] as const) {
    await api.post('/v1/drayage/containers/{no}/events', {
      params: { path: { no: containerNo } },
      body: {
        code,
        occurred_at: new Date().toISOString(),
        source: 'terminal',
        external_id: `${tag}-${code}`,
      },
    });
  }
  const { status } = await api.get('/v1/yms/appointments/{id}', path(appointmentId));
  const trip = await api.get('/v1/drayage/orders/{id}', path(drayageId));
  const over = trip.clocks.map(({ kind, chargeable_days: days }) => `${kind.replace('_', ' ')} ${days} days`);
  say(
    `the appointment is ${status}, ${trip.order_no} ${trip.status}: ${over.join(', ')} beyond the free ones`,
  );
}
