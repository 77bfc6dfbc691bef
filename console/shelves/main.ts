/** The shelves of a warehouse, colored by how full they are or how long ago they were counted. */
import { ask, queryOf, serverNow } from '../ask.ts';
import { nextLookMs, noteAnswer, noteSilence } from '../connection.ts';
import { byId, element, optionOf, setText } from '../element.ts';
import { sayFault } from '../say.ts';
import { drawRack, racksOf } from './racks.ts';
import { sentenceOf, stepOf, steps, type By, type Place } from './steps.ts';

interface Figures {
  warehouses: { id: string; code: string; name: string }[];
  warehouse_id: string | null;
  places: Place[];
  next: string | null;
}

interface Stock {
  sku: string;
  lot_no: string | null;
  status: string;
  qty: number;
}

const page = '/ops/shelves';
const pollMs = 30_000;
// More cells than this no browser draws at once with pleasure; a zone has fewer.
const placesMax = 12_000;
const rowsShown = 20;
const clashesShown = 5;

const warehouse = byId<HTMLSelectElement>('warehouse');
const zone = byId<HTMLSelectElement>('zone');

let places: Place[] = [];
let isCut = false;
let drawn = '';
let asked = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

async function look(): Promise<void> {
  clearTimeout(timer);
  asked += 1;
  const mine = asked;
  try {
    if (!document.hidden) {
      const found = await readAll(mine);
      if (!found) return;
      noteAnswer();
      show(found);
    }
  } catch (fault) {
    if (mine !== asked) return;
    noteSilence(fault);
  }
  timer = setTimeout(() => void look(), Math.max(pollMs, nextLookMs()));
}

/** All pages of the warehouse; undefined if another look has begun meanwhile. */
async function readAll(mine: number): Promise<Figures | undefined> {
  const found: Place[] = [];
  for (let after = ''; ;) {
    const query = queryOf({ warehouse_id: warehouse.value, after });
    const figures = await ask<Figures>(page, `figures${query && `?${query}`}`);
    if (mine !== asked) return undefined;
    found.push(...figures.places);
    isCut = figures.next !== null && found.length >= placesMax;
    if (figures.next === null || isCut) return { ...figures, places: found };
    after = figures.next;
  }
}

function show({ warehouses, warehouse_id: shown, places: found }: Figures): void {
  options(
    warehouse,
    warehouses.map(({ id, code, name }) => [id, code === name ? code : `${code} ${name}`]),
    shown ?? '',
  );
  places = found;
  const zones = [...new Set(places.map((place) => place.zone))].filter(Boolean).toSorted();
  options(
    zone,
    [['', 'All zones'], ...zones.map((name): [string, string] => [name, name])],
    zones.includes(zone.value) ? zone.value : '',
  );
  draw();
}

function options(
  select: HTMLSelectElement,
  list: readonly (readonly [string, string])[],
  chosen: string,
): void {
  const key = JSON.stringify(list);
  if (select.dataset['key'] !== key) {
    select.replaceChildren(...list.map(([value, words]) => optionOf(value, words)));
    select.dataset['key'] = key;
  }
  select.value = chosen;
}

const chosenBy = (): By => document.querySelector<HTMLInputElement>('[name=by]:checked')!.value as By;

function draw(): void {
  const by = chosenBy();
  const now = serverNow();
  const shown = places.filter((place) => zone.value === '' || place.zone === zone.value);
  const key = JSON.stringify([by, Math.floor(now / 3_600_000), shown]);
  // Drawn only if something changed: the focus stays where it is.
  if (key === drawn) return;
  drawn = key;
  setText(byId('sum'), sumOf(shown));
  byId('legend').replaceChildren(
    ...steps[by].map((step) => {
      const count = shown.filter((place) => stepOf(place, by, now) === step).length;
      return element(
        'li',
        {},
        element('span', { class: `cell ${step.name}` }, String(count)),
        ` ${step.words}`,
      );
    }),
  );
  byId('racks').replaceChildren(
    ...racksOf(shown).map((rack) => drawRack(rack, by, now, (place) => void open(place))),
  );
}

function sumOf(shown: readonly Place[]): string {
  if (shown.length === 0) return 'There are no places for storage or picking here yet.';
  const empty = shown.filter(({ units, lpns }) => units === 0 && lpns === 0).length;
  const never = shown.filter(({ counted_at: counted }) => counted === null).length;
  const cut = isCut ? ` These are the first ${shown.length.toLocaleString()}.` : '';
  return `${shown.length.toLocaleString()} places, ${empty.toLocaleString()} empty, ${never.toLocaleString()} never counted.${cut}${clashesOf(shown)}`;
}

/** Where dangerous goods lie together that are kept apart. */
function clashesOf(shown: readonly Place[]): string {
  const codes = shown.flatMap(({ clash, code }) => (clash ? [code] : []));
  if (codes.length === 0) return '';
  const more = codes.length > clashesShown ? ` and ${codes.length - clashesShown} more` : '';
  return ` Dangerous goods that are kept apart lie together at ${codes.slice(0, clashesShown).join(', ')}${more}.`;
}

/** What lies at the place, below its sentence. */
async function open(place: Place): Promise<void> {
  const card = byId('place');
  card.hidden = false;
  card.replaceChildren(element('strong', {}, sentenceOf(place, serverNow())));
  try {
    const query = queryOf({ location_id: place.id, page_size: rowsShown });
    const { data, meta } = await ask<{ data: Stock[]; meta: { total: number } }>(
      page,
      `wms/inventory?${query}`,
    );
    const rows = data.map(({ sku, lot_no: lot, status, qty }) =>
      element('li', {}, `${qty.toLocaleString()} ${sku}${lot ? `, lot ${lot}` : ''}, ${status}`),
    );
    if (meta.total > data.length) rows.push(element('li', {}, `and ${meta.total - data.length} more`));
    card.replaceChildren(element('strong', {}, sentenceOf(place, serverNow())), element('ul', {}, ...rows));
  } catch (fault) {
    sayFault(fault);
  }
}

byId('how').addEventListener('submit', (event) => event.preventDefault());
byId('how').addEventListener('change', draw);
warehouse.addEventListener('change', () => {
  byId('place').hidden = true;
  void look();
});
document.addEventListener('visibilitychange', () => document.hidden || void look());
addEventListener('online', () => void look());
void look();
