/**
 * The two clocks of a container. Demurrage runs at the terminal from the day the container is available until it is
 * picked up; per diem runs from pickup until the empty is returned. Free time begins the day after the clock's first
 * event. Days are the warehouse's.
 */
import { addDays, daysBetween } from '../days.ts';
import { standing, type ContainerCode, type ContainerEvent } from './container-events.ts';

export const clockKinds = ['demurrage', 'per_diem'] as const;
export type ClockKind = (typeof clockKinds)[number];

export interface Clock {
  kind: ClockKind;
  /** The first free day; null until the clock starts. */
  starts_on: string | null;
  last_free_on: string | null;
  /** The day the clock stopped; null while it runs. */
  stops_on: string | null;
}

export interface ClockTerms {
  demurrage_free_days: number;
  per_diem_free_days: number;
}

/**
 * Both clocks, computed from the events that have not been corrected. A last free day stated by the terminal takes
 * precedence over the computed one.
 */
export function clocksOf(
  events: readonly ContainerEvent[],
  terms: ClockTerms,
  dayOf: (moment: Date) => string,
): Clock[] {
  const actual = standing(events).filter(({ classifier }) => classifier === 'actual');
  const first = (...codes: ContainerCode[]): string | null => {
    const found = codes.map((code) => actual.find((event) => event.code === code)).find(Boolean);
    return found ? dayOf(found.occurred_at) : null;
  };
  const said = actual.findLast(({ last_free_day: day }) => day !== null)?.last_free_day ?? null;
  const out = first('full_out');
  const demurrage = counted(first('available', 'vessel_discharged'), terms.demurrage_free_days);
  return [
    { kind: 'demurrage', ...demurrage, last_free_on: said ?? demurrage.last_free_on, stops_on: out },
    { kind: 'per_diem', ...counted(out, terms.per_diem_free_days), stops_on: first('empty_in') },
  ];
}

function counted(day: string | null, freeDays: number): Pick<Clock, 'starts_on' | 'last_free_on'> {
  if (day === null) return { starts_on: null, last_free_on: null };
  return { starts_on: addDays(day, 1), last_free_on: addDays(day, freeDays) };
}

/** Whether two clocks have the same dates. */
export function sameClock(a: Clock, b: Clock): boolean {
  return a.starts_on === b.starts_on && a.last_free_on === b.last_free_on && a.stops_on === b.stops_on;
}

/** Days past the last free day, up to the day the clock stopped or today. */
export function chargeableDays({ last_free_on: free, stops_on: stop }: Clock, today: string): number {
  if (free === null) return 0;
  return Math.max(0, daysBetween(free, stop ?? today));
}
