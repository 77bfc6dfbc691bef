/**
 * What happens to a container: the names trackers use, each with its DCSA code. Events are never changed; a correction
 * is another event that names the one it replaces. The container's state is computed from the events that have not been
 * corrected.
 */

export const containerCodes = {
  vessel_loaded: { dcsa: 'LOAD', state: 'on_vessel' },
  vessel_departed: { dcsa: 'DEPA', state: 'on_vessel' },
  vessel_arrived: { dcsa: 'ARRI', state: 'at_port' },
  vessel_discharged: { dcsa: 'DISC', state: 'at_terminal' },
  customs_hold: { dcsa: 'HOLD', state: null },
  customs_released: { dcsa: 'RELS', state: null },
  available: { dcsa: 'AVPU', state: 'available' },
  last_free_day_set: { dcsa: null, state: null },
  full_out: { dcsa: 'GTOT', state: 'picked_up' },
  delivered: { dcsa: 'GTIN', state: 'at_destination' },
  unloaded: { dcsa: 'STRP', state: 'empty' },
  empty_out: { dcsa: 'GTOT', state: 'empty' },
  empty_in: { dcsa: 'GTIN', state: 'returned' },
} as const satisfies Record<string, { dcsa: string | null; state: string | null }>;

export type ContainerCode = keyof typeof containerCodes;
export const containerCodeNames = Object.keys(containerCodes) as ContainerCode[];

export const containerStates = [
  'announced',
  'on_vessel',
  'at_port',
  'at_terminal',
  'available',
  'picked_up',
  'at_destination',
  'empty',
  'returned',
] as const;
export type ContainerState = (typeof containerStates)[number];

export const classifiers = ['actual', 'estimated', 'planned'] as const;
export type Classifier = (typeof classifiers)[number];

export interface ContainerEvent {
  id: string;
  code: ContainerCode;
  classifier: Classifier;
  occurred_at: Date;
  received_at: Date;
  corrects_event_id: string | null;
  last_free_day: string | null;
}

/** The events that no later event corrects, ordered by when they happened. */
export function standing<E extends ContainerEvent>(events: readonly E[]): E[] {
  const corrected = new Set(events.map(({ corrects_event_id: id }) => id));
  return events
    .filter(({ id }) => !corrected.has(id))
    .toSorted((a, b) => a.occurred_at.getTime() - b.occurred_at.getTime() || (a.id < b.id ? -1 : 1));
}

/** The state of a container, taken from its last actual (not planned) event. */
export function containerState(events: readonly ContainerEvent[]): ContainerState {
  const last = standing(events).findLast(
    ({ code, classifier }) => classifier === 'actual' && containerCodes[code].state !== null,
  );
  return (last && containerCodes[last.code].state) ?? 'announced';
}

/** When the container was picked up and delivered, by the events that stand; null for what nobody has reported. */
export function datesOf(events: readonly ContainerEvent[]): {
  picked_up_at: Date | null;
  delivered_at: Date | null;
} {
  const actual = standing(events).filter(({ classifier }) => classifier === 'actual');
  const when = (wanted: ContainerCode) => actual.find(({ code }) => code === wanted)?.occurred_at ?? null;
  return { picked_up_at: when('full_out'), delivered_at: when('delivered') };
}

/** The step an event moves its drayage order to, if any. */
export function stepOf({
  code,
  classifier,
}: Pick<ContainerEvent, 'code' | 'classifier'>): 'pick_up' | 'deliver' | undefined {
  if (classifier !== 'actual') return undefined;
  return code === 'full_out' ? 'pick_up' : code === 'delivered' ? 'deliver' : undefined;
}
