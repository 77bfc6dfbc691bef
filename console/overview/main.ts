/** The last day of the warehouses and of the queues, drawn anew every five seconds while somebody looks. */
import { ask } from '../ask.ts';
import { nextLookMs, noteAnswer, noteSilence } from '../connection.ts';
import { clockOf } from '../clock.ts';
import { byId, element } from '../element.ts';
import { bars, line } from './plots.ts';

interface Figures {
  until: string;
  warehouses: { id: string; code: string; name: string }[];
  counts: Record<string, Record<string, number[]>>;
  queues: { queue: string; lag_seconds: (number | null)[]; open: number; failed: (number | null)[] }[];
  requests: { answered: (number | null)[]; errors: (number | null)[] };
}

interface Series {
  name: string;
  ids: readonly string[];
}

const measures: readonly [string, string][] = [
  ['orders', 'Orders in'],
  ['shipped', 'Shipments out'],
  ['receipts', 'Receipts received'],
  ['labels', 'Labels printed'],
  ['labels_failed', 'Labels failed'],
];
const pollMs = 5_000;
// More than these cannot be told apart by their colors.
const seriesMax = 5;
const hourMs = 3_600_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let drawn = '';

async function look(): Promise<void> {
  clearTimeout(timer);
  try {
    if (!document.hidden) {
      show(await ask<Figures>('/ops/overview', 'figures'));
      noteAnswer();
    }
  } catch (fault) {
    noteSilence(fault);
  }
  timer = setTimeout(() => void look(), Math.max(pollMs, nextLookMs()));
}

function show(figures: Figures): void {
  const { until, ...rest } = figures;
  // Drawn only if something changed or the clock moved on by a minute: a tooltip stays under the pointer.
  const key = JSON.stringify([until.slice(0, 16), rest]);
  if (key === drawn) return;
  drawn = key;
  const series = seriesOf(figures);
  const end = Date.parse(until);
  byId('legend').replaceChildren(
    ...series.map(({ name }, at) => element('li', { class: `mark s${at}` }, name)),
  );
  byId('goods').replaceChildren(
    ...measures.map(([measure, title]) => panel(figures, measure, title, series, end)),
  );
  showTotals(figures);
  byId('queues').replaceChildren(...figures.queues.map((queue) => queueRow(queue, end)));
  byId('requests').replaceChildren(requestRow(figures.requests, end));
}

/** The busiest warehouses, each in a color of its own, and the others together. */
function seriesOf({ warehouses, counts }: Figures): Series[] {
  const sum = (id: string): number =>
    Object.values(counts).reduce((all, byWarehouse) => all + total(byWarehouse[id]), 0);
  const busy = warehouses.filter(({ id }) => sum(id) > 0).sort((a, b) => sum(b.id) - sum(a.id));
  const own = busy.slice(0, seriesMax).sort((a, b) => (a.code < b.code ? -1 : 1));
  const others = [...busy.slice(seriesMax).map(({ id }) => id), ''].filter((id) => sum(id) > 0);
  return [
    ...own.map(({ id, code, name }) => ({ name: code === name ? code : `${code} ${name}`, ids: [id] })),
    ...(others.length > 0 ? [{ name: 'Others, or no warehouse yet', ids: others }] : []),
  ];
}

const total = (values: readonly number[] = []): number => values.reduce((sum, value) => sum + value, 0);

function panel(
  { counts }: Figures,
  measure: string,
  title: string,
  series: readonly Series[],
  end: number,
): HTMLElement {
  const of = counts[measure] ?? {};
  const values = series.map(({ ids }) =>
    Array.from({ length: 24 }, (_hour, at) => ids.reduce((sum, id) => sum + (of[id]?.[at] ?? 0), 0)),
  );
  const sum = values.reduce((all, row) => all + total(row), 0);
  const heading = element('h3', {}, title);
  const figure = element('p', { class: 'figure' }, sum.toLocaleString());
  const words = `${title}: ${sum} in the last day, ${total(values.map((row) => row.at(-1) ?? 0))} in the last hour`;
  const isBad = measure === 'labels_failed' && sum > 0;
  const plot = bars(
    values,
    series.map(({ name }) => name),
    end,
    words,
  );
  return element('article', { class: isBad ? 'panel bad' : 'panel' }, heading, figure, plot, axis(end));
}

/** What the time is under a plot of a day. */
function axis(end: number): HTMLElement {
  const moments = [24, 18, 12, 6, 0].map((hours) => new Date(end - hours * hourMs));
  return element('div', { class: 'axis' }, ...moments.map((moment) => element('span', {}, clockOf(moment))));
}

function showTotals({ warehouses, counts }: Figures): void {
  const head = element(
    'tr',
    {},
    element('th', {}, 'Warehouse'),
    ...measures.map(([, title]) => element('th', {}, title)),
  );
  const rows = [...warehouses, { id: '', code: '', name: 'Others, or no warehouse yet' }].map(
    ({ id, code, name }) => {
      const cells = measures.map(([measure]) => total(counts[measure]?.[id]));
      if (id === '' && total(cells) === 0) return undefined;
      return element(
        'tr',
        {},
        element('th', {}, code === '' || code === name ? name : `${code} ${name}`),
        ...cells.map((count) => element('td', {}, count.toLocaleString())),
      );
    },
  );
  byId('totals').replaceChildren(element('thead', {}, head), element('tbody', {}, ...rows));
}

function queueRow(
  { queue, lag_seconds: lag, open, failed }: Figures['queues'][number],
  end: number,
): HTMLElement {
  const worst = Math.max(0, ...lag.filter((value) => value !== null));
  const now = lag.findLast((value) => value !== null) ?? null;
  const mostFailed = Math.max(0, ...failed.filter((value) => value !== null));
  const aside = failed.findLast((value) => value !== null) ?? 0;
  const facts = [
    now === null ? 'no sample yet' : `now ${seconds(now)}`,
    `most ${seconds(worst)}`,
    open > 0 && `${open} open`,
    aside > 0 && failedWords(aside),
  ];
  return element(
    'li',
    { class: aside > 0 ? 'bad' : '' },
    element('strong', {}, queue),
    line(lag, end, `${queue}: the oldest command waited at most ${seconds(worst)} in the last day`, seconds),
    mostFailed > 0 &&
      line(failed, end, `${queue}: at most ${mostFailed} failed commands waited for a person`, failedWords),
    element('span', { class: 'facts' }, facts.filter(Boolean).join(', ')),
  );
}

function requestRow({ answered, errors }: Figures['requests'], end: number): HTMLElement {
  const known = errors.map((count) => count ?? 0);
  const [sum, most] = [total(known), Math.max(0, ...known)];
  const facts = `${sum.toLocaleString()} of ${total(answered.map((count) => count ?? 0)).toLocaleString()} answers in the last day`;
  return element(
    'li',
    { class: sum > 0 ? 'bad' : '' },
    element('strong', {}, 'errors'),
    line(errors, end, `Errors: ${sum} in the last day, at most ${most} in a quarter of an hour`, errorWords),
    element('span', { class: 'facts' }, facts),
  );
}

const errorWords = (count: number): string => (count === 1 ? '1 error' : `${count.toLocaleString()} errors`);

const failedWords = (count: number): string => `${count} failed`;

function seconds(value: number): string {
  if (value < 60) return `${value < 10 ? value.toFixed(1) : Math.round(value)} s`;
  return value < 3600 ? `${Math.round(value / 60)} min` : `${(value / 3600).toFixed(1)} h`;
}

document.addEventListener('visibilitychange', () => document.hidden || void look());
addEventListener('online', () => void look());
void look();
