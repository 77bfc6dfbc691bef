/** States of a dock appointment, from booking to the truck's departure. */
import { invalid } from '../refusal.ts';
import { stateMachine, statesBefore } from '../state-machine.ts';

export const appointmentStates = stateMachine(
  'dock appointment',
  ['requested', 'scheduled'],
  [
    ['approve', ['requested'], 'scheduled'],
    ['reschedule', ['requested'], 'requested'],
    ['reschedule', ['scheduled'], 'scheduled'],
    ['check_in', ['scheduled'], 'checked_in'],
    ['to_door', ['checked_in'], 'at_door'],
    ['complete', ['checked_in', 'at_door'], 'completed'],
    ['no_show', ['scheduled'], 'no_show'],
    ['cancel', ['requested', 'scheduled'], 'cancelled'],
  ],
  [],
  { checked_in: null, no_show: null },
);

export const appointmentStatuses = [
  'requested',
  'scheduled',
  'checked_in',
  'at_door',
  'completed',
  'no_show',
  'cancelled',
] as const;
export type AppointmentStatus = (typeof appointmentStatuses)[number];

/** The truck is expected. */
export const expectedStates = statesBefore(appointmentStates, 'cancel');
/** The window of the door is or was used. */
export const occupyingStates = ['requested', 'scheduled', 'checked_in', 'at_door', 'completed'] as const;

export const appointmentTypes = ['inbound', 'outbound'] as const;
export type AppointmentType = (typeof appointmentTypes)[number];

export const punctualities = ['early', 'on_time', 'late'] as const;

export interface Punctuality {
  punctuality: (typeof punctualities)[number];
  /** Whole minutes outside the window. */
  minutes_off: number;
}

/** Whether a truck arrived within its window. Outside it, it is accepted and flagged. */
export function punctualityOf(arrivedAt: Date, windowStart: Date, windowEnd: Date): Punctuality {
  const minutes = (from: Date, to: Date): number => Math.floor((to.getTime() - from.getTime()) / 60_000);
  if (arrivedAt < windowStart) return { punctuality: 'early', minutes_off: minutes(arrivedAt, windowStart) };
  if (arrivedAt > windowEnd) return { punctuality: 'late', minutes_off: minutes(windowEnd, arrivedAt) };
  return { punctuality: 'on_time', minutes_off: 0 };
}

const windowMsMax = 24 * 3_600_000;

/** The window of an appointment. Refuses 400 when it ends before it begins or is longer than a day. */
export function appointmentWindow(from: string, to: string): { start: Date; end: Date } {
  const [start, end] = [new Date(from), new Date(to)];
  if (end <= start) throw invalid('window_end', 'not_after_start', 'window_end must be after window_start');
  if (end.getTime() - start.getTime() > windowMsMax)
    throw invalid('window_end', 'too_long', 'a window is at most 24 hours long');
  return { start, end };
}
