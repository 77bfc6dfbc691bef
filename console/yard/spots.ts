/** A door or spot with what stands on it. Every color has its words beside it. */
import { clockOf } from '../clock.ts';
import { element } from '../element.ts';
import { shape } from '../svg.ts';

export interface Spot {
  spot_id: string;
  warehouse_id: string;
  warehouse_code: string;
  code: string;
  kind: 'door' | 'parking' | 'staging';
  state: 'free' | 'reserved' | 'occupied' | 'out_of_service';
  plate: string | null;
  carrier: string | null;
  container_no: string | null;
  content: string | null;
  dwell_minutes: number | null;
  reserved_by: string | null;
  closed_for: string | null;
}

export interface Unparked {
  plate: string;
  arrived_at: string;
}

/** The moment shown, and how long a truck may stand before it is too long, if that is known. */
export interface ShownAt {
  until: number;
  freeMinutes: number | undefined;
}

const minuteMs = 60_000;
const dayMinutes = 1_440;

const contentWords: Record<string, string> = { loaded: 'loaded', empty: 'empty' };

/** A trailer from above, its doors towards the building. */
function trailer(content: string | null): SVGElement {
  const drawing = shape('svg', { viewBox: '0 0 40 72', class: 'trailer', 'aria-hidden': 'true' });
  drawing.append(shape('rect', { class: 'box', x: 5, y: 1, width: 30, height: 52, rx: 3 }));
  if (content === 'loaded')
    drawing.append(shape('rect', { class: 'load', x: 9, y: 5, width: 22, height: 44, rx: 1 }));
  drawing.append(shape('rect', { class: 'cab', x: 9, y: 56, width: 22, height: 14, rx: 3 }));
  return drawing;
}

export function drawSpot(spot: Spot, shown: ShownAt): HTMLElement {
  const { code, state, content } = spot;
  const isLong = state === 'occupied' && (spot.dwell_minutes ?? 0) > (shown.freeMinutes ?? Infinity);
  return element(
    'li',
    { class: `spot ${state}${isLong ? ' long' : ''}`, data: { spot: code } },
    element('h3', {}, code),
    state === 'occupied' && trailer(content),
    ...factsOf(spot, shown, isLong).map(([kind, words]) => element('p', { class: kind }, words)),
  );
}

function factsOf(spot: Spot, { until }: ShownAt, isLong: boolean): [string, string][] {
  if (spot.state === 'free') return [['state', 'free']];
  if (spot.state === 'reserved') return [['state', `reserved: ${spot.reserved_by ?? 'a move'}`]];
  if (spot.state === 'out_of_service')
    return [['state', spot.closed_for ? `closed: ${spot.closed_for}` : 'closed']];
  const since = spot.dwell_minutes === null ? undefined : until - spot.dwell_minutes * minuteMs;
  const load = contentWords[spot.content ?? ''];
  const facts: [string, string | null | undefined | false][] = [
    ['plate', spot.plate],
    ['carrier', spot.carrier],
    ['container', spot.container_no],
    ['content', load],
    ['since', since !== undefined && sinceWords(since, until)],
    ['state', isLong && 'longer than is free of charge'],
  ];
  return facts.filter((fact): fact is [string, string] => typeof fact[1] === 'string' && fact[1] !== '');
}

export function drawUnparked({ plate, arrived_at: arrived }: Unparked, { until }: ShownAt): HTMLElement {
  return element(
    'li',
    { class: 'spot occupied', data: { plate } },
    trailer(null),
    element('p', { class: 'plate' }, plate),
    element('p', { class: 'since' }, sinceWords(Date.parse(arrived), until)),
  );
}

/** `since 08:12 (3 h 20 min)`; of another day with its date. */
function sinceWords(since: number, until: number): string {
  const minutes = Math.max(0, Math.floor((until - since) / minuteMs));
  const moment = new Date(since);
  const isSameDay = moment.toDateString() === new Date(until).toDateString();
  const date = isSameDay ? '' : `${moment.toLocaleDateString([], { month: 'short', day: 'numeric' })}, `;
  return `since ${date}${clockOf(moment)} (${lasting(minutes)})`;
}

function lasting(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  if (minutes < dayMinutes) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `${Math.floor(minutes / dayMinutes)} d ${Math.floor((minutes % dayMinutes) / 60)} h`;
}
