/** Where a truck fits: free windows of doors, found among what is booked. */

export interface BookedWindow {
  door_id: string;
  start: Date;
  end: Date;
}

export interface FreeSlot {
  door_id: string;
  window_start: Date;
  window_end: Date;
}

export interface SlotSearch {
  /** The doors that would do, in order of preference. */
  doors: readonly string[];
  /** What holds these doors, and whatever else counts against the warehouse's hours. */
  booked: readonly BookedWindow[];
  /** Appointments that may begin in one hour of the clock in the warehouse; null for any number. */
  capacityPerHour: number | null;
  from: Date;
  minutes: number;
  /** How many are wanted, at most. */
  count: number;
}

const stepMs = 15 * 60_000;
const hourMs = 3_600_000;
const horizonMs = 14 * 24 * hourMs;

/** Hours of the clock begin at whole hours of UTC: no zone in use is off by other than a quarter, which moves no cap. */
const hourOf = (moment: number): number => Math.floor(moment / hourMs);

/** The next free windows, earliest first and none overlapping another on its door; within 14 days, in quarters of an hour. */
export function nextFreeSlots({
  doors,
  booked,
  capacityPerHour,
  from,
  minutes,
  count,
}: SlotSearch): FreeSlot[] {
  const lengthMs = minutes * 60_000;
  const taken = new Map<string, [number, number][]>(doors.map((door) => [door, []]));
  const perHour = new Map<number, number>();
  for (const { door_id: door, start, end } of booked) {
    taken.get(door)?.push([start.getTime(), end.getTime()]);
    const hour = hourOf(start.getTime());
    perHour.set(hour, (perHour.get(hour) ?? 0) + 1);
  }
  const found: FreeSlot[] = [];
  const first = Math.ceil(from.getTime() / stepMs) * stepMs;
  for (let start = first; start < first + horizonMs && found.length < count; start += stepMs) {
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
