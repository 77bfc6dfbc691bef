/** Finds free dock windows for a truck around what is already booked. */
import { clockHours } from './clock-hours.ts';

export interface BookedWindow {
  door_id: string;
  start: Date;
  end: Date;
  /** Its truck has been dealt with: the door is free again, but the hour it came in has had its truck. */
  is_over: boolean;
}

export interface FreeSlot {
  door_id: string;
  window_start: Date;
  window_end: Date;
}

export interface SlotSearch {
  /** Suitable doors, in order of preference. */
  doors: readonly string[];
  /** Bookings on these doors, and any others that count against the warehouse's hourly capacity. */
  booked: readonly BookedWindow[];
  /** How many appointments may start in one clock hour at the warehouse; null for no limit. */
  capacityPerHour: number | null;
  timeZone: string;
  from: Date;
  minutes: number;
  /** The most slots to return. */
  count: number;
}

const stepMs = 15 * 60_000;
const hourMs = 3_600_000;
const horizonMs = 14 * 24 * hourMs;
// Later years have five digits, and the text would no longer be a date-time.
const lastMs = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * The next free windows, earliest first and not overlapping on any door, within 14 days, starting on the quarter hour.
 */
export function nextFreeSlots({
  doors,
  booked,
  capacityPerHour,
  timeZone,
  from,
  minutes,
  count,
}: SlotSearch): FreeSlot[] {
  const lengthMs = minutes * 60_000;
  const taken = new Map<string, [number, number][]>(doors.map((door) => [door, []]));
  const perHour = new Map<number, number>();
  const hourOf = clockHours(timeZone);
  for (const { door_id: door, start, end, is_over: isOver } of booked) {
    if (!isOver) taken.get(door)?.push([start.getTime(), end.getTime()]);
    const hour = hourOf(start.getTime());
    perHour.set(hour, (perHour.get(hour) ?? 0) + 1);
  }
  const found: FreeSlot[] = [];
  const first = Math.ceil(from.getTime() / stepMs) * stepMs;
  const last = Math.min(first + horizonMs - stepMs, lastMs - lengthMs);
  for (let start = first; start <= last && found.length < count; start += stepMs) {
    if (capacityPerHour !== null && (perHour.get(hourOf(start)) ?? 0) >= capacityPerHour) continue;
    const end = start + lengthMs;
    const door = doors.find((one) => taken.get(one)!.every(([busy, until]) => until <= start || busy >= end));
    if (!door) continue;
    taken.get(door)!.push([start, end]);
    perHour.set(hourOf(start), (perHour.get(hourOf(start)) ?? 0) + 1);
    found.push({ door_id: door, window_start: new Date(start), window_end: new Date(end) });
  }
  return found;
}
