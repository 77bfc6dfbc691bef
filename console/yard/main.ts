/**
 * The yard as a picture: now, drawn anew every five seconds while somebody looks, or as it was at any minute of a day.
 * Days and times are those of the reader's own clock.
 */
import { ask, queryOf, serverNow } from '../ask.ts';
import { clockOf } from '../clock.ts';
import { nextLookMs, noteAnswer, noteSilence } from '../connection.ts';
import { byId, optionOf, setText } from '../element.ts';
import { drawSpot, drawUnparked, type Spot, type Unparked } from './spots.ts';

interface YardMap {
  at: string;
  counts: { free: number; reserved: number; occupied: number; out_of_service: number };
  spots: Spot[];
  unparked: Unparked[];
}

interface DockRules {
  free_minutes: number;
}

const pollMs = 5_000;
// Dragging the slider asks once it rests for so long.
const restMs = 150;
const page = '/ops/yard';

const warehouse = byId<HTMLSelectElement>('warehouse');
const day = byId<HTMLInputElement>('day');
const minute = byId<HTMLInputElement>('minute');

let isNow = true;
let timer: ReturnType<typeof setTimeout> | undefined;
let asked = 0;
let freeMinutes: number | undefined;

/** The moment chosen; undefined for now. */
function chosen(): Date | undefined {
  if (isNow) return undefined;
  const [year, month, date] = day.value.split('-').map(Number) as [number, number, number];
  const moment = new Date(year, month - 1, date, 0, Number(minute.value));
  return moment.getTime() >= serverNow() ? undefined : moment;
}

async function look(): Promise<void> {
  clearTimeout(timer);
  asked += 1;
  const mine = asked;
  try {
    if (!document.hidden) {
      const moment = chosen();
      const query = queryOf({ warehouse_id: warehouse.value, at: moment?.toISOString() ?? '' });
      const map = await ask<YardMap>(page, `v1/yms/yard-map${query && `?${query}`}`);
      // Answers may overtake each other; the last that was asked for is shown.
      if (mine !== asked) return;
      noteAnswer();
      if (warehouse.value === '') return await begin(map);
      show(map, moment);
    }
  } catch (fault) {
    if (mine !== asked) return;
    noteSilence(fault);
  }
  timer = setTimeout(() => void look(), Math.max(pollMs, nextLookMs()));
}

/** The first answer says which warehouses have a yard. */
async function begin({ spots, unparked }: YardMap): Promise<void> {
  const codes = new Map(spots.map((spot) => [spot.warehouse_id, spot.warehouse_code]));
  if (codes.size === 0) {
    setText(byId('sum'), unparked.length === 0 ? 'No warehouse has doors or spots yet.' : '');
    return void (timer = setTimeout(() => void look(), pollMs));
  }
  const options = [...codes].map(([id, code]) => optionOf(id, code));
  warehouse.replaceChildren(...options);
  const wanted = new URLSearchParams(location.search).get('warehouse');
  const named = options.find((option) => option.textContent === wanted);
  if (named) warehouse.value = named.value;
  await choose();
}

async function choose(): Promise<void> {
  freeMinutes = undefined;
  const id = warehouse.value;
  void ask<{ data: DockRules }>(page, `yms/dock-rules/${id}`).then(
    ({ data }) => {
      if (warehouse.value === id) freeMinutes = data.free_minutes;
    },
    () => {},
  );
  await look();
}

function show({ at, counts, spots, unparked }: YardMap, moment: Date | undefined): void {
  const until = Date.parse(at);
  if (!moment) follow(until);
  setText(byId('clock'), clockOf(new Date(until)));
  document.body.classList.toggle('past', moment !== undefined);
  const words = [
    `${counts.occupied} of ${spots.length} taken`,
    counts.reserved > 0 && `${counts.reserved} reserved`,
    counts.out_of_service > 0 && `${counts.out_of_service} closed`,
    unparked.length > 0 && `${unparked.length} on no spot`,
  ];
  const when = moment ? `${moment.toLocaleDateString()}, ${clockOf(moment)}: ` : 'Now: ';
  setText(byId('sum'), when + words.filter(Boolean).join(', '));
  const facts = { until, freeMinutes };
  for (const [list, kind] of [
    ['doors', 'door'],
    ['staging', 'staging'],
    ['parking', 'parking'],
  ] as const)
    fill(
      list,
      spots.filter((spot) => spot.kind === kind).map((spot) => drawSpot(spot, facts)),
    );
  fill(
    'unparked',
    unparked.map((one) => drawUnparked(one, facts)),
  );
}

function fill(list: string, items: HTMLElement[]): void {
  byId(list).closest('section')!.hidden = items.length === 0;
  byId(list).replaceChildren(...items);
}

const two = (value: number): string => String(value).padStart(2, '0');

/** Has slider and day say what is shown. */
function follow(until: number): void {
  const now = new Date(until);
  const today = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  day.max = today;
  // A field that is being filled in is left alone.
  if (document.activeElement !== day) day.value = today;
  // By the clock, as it is read from there: on a day that clocks change, other minutes have gone by since midnight.
  if (document.activeElement !== minute || isNow)
    minute.value = String(now.getHours() * 60 + now.getMinutes());
}

function pick(): void {
  if (!day.validity.valid) return;
  isNow = false;
  isNow = chosen() === undefined;
  const moment = chosen();
  if (moment) setText(byId('clock'), clockOf(moment));
  clearTimeout(timer);
  timer = setTimeout(() => void look(), restMs);
}

minute.addEventListener('input', pick);
day.addEventListener('change', pick);
byId('when').addEventListener('submit', (event) => event.preventDefault());
byId('now').addEventListener('click', () => {
  isNow = true;
  void look();
});
warehouse.addEventListener('change', () => void choose());
document.addEventListener('visibilitychange', () => document.hidden || void look());
addEventListener('online', () => void look());
void look();
