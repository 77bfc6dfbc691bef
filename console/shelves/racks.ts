/**
 * Places as racks seen from the aisle: a column a bay, a row a level, the highest on top. Codes are read as
 * aisle-bay-level; a place with an aisle of its own stands in that one. What has another form stands in one row.
 */
import { element } from '../element.ts';
import { figureOf, sentenceOf, stepOf, type By, type Place } from './steps.ts';

export interface Rack {
  title: string;
  bays: string[];
  levels: string[];
  at: Map<string, Place>;
}

interface Spot {
  aisle: string;
  bay: string;
  level: string;
}

const compare = new Intl.Collator('en', { numeric: true }).compare;

function spotOf({ code, aisle }: Place): Spot {
  const parts = code.split(/[-./ ]+/).filter(Boolean);
  const level = parts.length >= 3 ? parts.pop()! : '';
  const bay = parts.length > 1 ? parts.pop()! : code;
  const own = parts.length > 0 && bay !== code ? parts.join('-') : '';
  // In an aisle of its own, the bays of both its sides stand beside each other.
  return aisle === '' || aisle === own
    ? { aisle: own, bay, level }
    : { aisle, bay: own === '' ? bay : `${own}-${bay}`, level };
}

export function racksOf(places: readonly Place[]): Rack[] {
  const racks = new Map<string, Rack>();
  for (const place of places) {
    const { aisle, ...spot } = spotOf(place);
    const title = [place.zone && `Zone ${place.zone}`, aisle && `Aisle ${aisle}`].filter(Boolean).join(', ');
    const rack = racks.get(title) ?? { title, bays: [], levels: [], at: new Map<string, Place>() };
    racks.set(title, rack);
    // Two codes can read as one spot (A-01-02, A.01.02): the second stands by its whole code.
    const { bay, level } = rack.at.has(`${spot.bay} ${spot.level}`) ? { bay: place.code, level: '' } : spot;
    if (!rack.bays.includes(bay)) rack.bays.push(bay);
    if (!rack.levels.includes(level)) rack.levels.push(level);
    rack.at.set(`${bay} ${level}`, place);
  }
  for (const { bays, levels } of racks.values()) {
    bays.sort(compare);
    levels.sort((one, other) => compare(other, one));
  }
  return [...racks.values()].sort((one, other) => compare(one.title, other.title));
}

export function drawRack(
  { title, bays, levels, at }: Rack,
  by: By,
  now: number,
  onPick: (place: Place) => void,
): HTMLElement {
  const heads = bays.map((bay) => scoped(element('th', {}, bay), 'col'));
  const rows = levels.map((level) =>
    element(
      'tr',
      {},
      scoped(element('th', {}, level), 'row'),
      ...bays.map((bay) => {
        const place = at.get(`${bay} ${level}`);
        return element('td', {}, place && cell(place, by, now, onPick));
      }),
    ),
  );
  const table = element(
    'table',
    { label: title || 'Places' },
    element('thead', {}, element('tr', {}, element('td'), ...heads)),
    element('tbody', {}, ...rows),
  );
  table.addEventListener('keydown', (event) => step(table, event));
  const first = table.querySelector('button');
  if (first) first.tabIndex = 0;
  return element(
    'section',
    { class: 'rack' },
    element('h2', {}, title || 'Places'),
    element('div', { class: 'scroll' }, table),
  );
}

function scoped<T extends HTMLTableCellElement>(head: T, scope: string): T {
  head.scope = scope;
  return head;
}

function cell(place: Place, by: By, now: number, onPick: (place: Place) => void): HTMLElement {
  const flags = `${place.is_locked ? ' locked' : ''}${place.is_active ? '' : ' closed'}`;
  const button = element(
    'button',
    {
      class: `cell ${stepOf(place, by, now).name}${flags}`,
      label: sentenceOf(place, now),
      onClick: () => onPick(place),
      data: { place: place.code },
    },
    figureOf(place, by, now),
  );
  button.title = sentenceOf(place, now);
  // One stop of the tabulator a rack; inside it the arrows lead on.
  button.tabIndex = -1;
  return button;
}

const directions: Record<string, [number, number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

function step(table: HTMLTableElement, event: KeyboardEvent): void {
  const direction = directions[event.key];
  const from = (event.target as HTMLElement).closest('td');
  if (!direction || !from) return;
  event.preventDefault();
  let row = (from.parentElement as HTMLTableRowElement).rowIndex + direction[0];
  let column = from.cellIndex + direction[1];
  for (; table.rows[row]?.cells[column]; row += direction[0], column += direction[1]) {
    const next = table.rows[row]!.cells[column]!.querySelector('button');
    if (!next) continue;
    from.querySelector('button')!.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
    return;
  }
}
