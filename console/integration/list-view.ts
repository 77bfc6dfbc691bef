/** The list all these pages share: filters above, rows, more behind a button; refreshed while somebody is looking. */
import type { Page } from '../ask.ts';
import { element, setText, showList } from '../element.ts';
import { announce, sayFault } from '../say.ts';
import { countWord } from '../words.ts';
import { selectField, textField, whenChosen } from './fields.ts';

export interface Filter {
  name: string;
  label: string;
  /** A choice of these; without them a text field. */
  options?: readonly (readonly [value: string, words: string])[];
  placeholder?: string;
}

export interface ListView<T extends { id: string }> {
  title: string;
  filters: readonly Filter[];
  read(filter: Record<string, string>, pageSize: number): Promise<Page<T>>;
  row(item: T): HTMLElement;
  /** How many there are, as text. */
  count(total: number): string;
  /** What an empty list means. */
  empty: string;
  actions?: readonly HTMLElement[];
}

/** The page being shown: reloaded from time to time, and when something was done. */
export interface Shown {
  look(): Promise<void>;
}

const moreAtOnce = 50;
const shownMax = 200;

export function showListView<T extends { id: string }>(view: HTMLElement, list: ListView<T>): Shown {
  const asked = new URLSearchParams(location.search);
  let wanted = moreAtOnce;
  let turn = 0;
  const fields = list.filters.map((one) => filterField(one, asked.get(one.name) ?? ''));
  const title = element('h2', {}, list.title);
  title.id = 'list-title';
  title.tabIndex = -1;
  const rows = element('ul', { class: 'jobs' });
  rows.setAttribute('aria-labelledby', 'list-title');
  const empty = element('div', { class: 'empty' }, 'Loading...');
  const count = element('span', { class: 'hint' });
  const more = element('button', { onClick: () => void showMore() });
  more.hidden = true;
  view.replaceChildren(
    element('div', { class: 'above' }, title, ...fields.map(({ root }) => root), ...(list.actions ?? [])),
    rows,
    empty,
    element('div', { class: 'tail' }, count, more),
  );

  const filter = (): Record<string, string> =>
    Object.fromEntries(fields.map(({ name, input }) => [name, input.value.trim()]));

  const look = async (): Promise<void> => {
    const mine = (turn += 1);
    const { data, meta } = await list.read(filter(), wanted);
    // Answers to an earlier request must not replace newer ones.
    if (mine !== turn || !rows.isConnected) return;
    showList(rows, data, list.row, () => title.focus());
    empty.hidden = data.length > 0;
    const isFiltered = Object.values(filter()).some((value) => value !== '');
    setText(empty, isFiltered ? 'Nothing matches the filters above.' : list.empty);
    const isFull = wanted >= shownMax && meta.total > data.length;
    const shown =
      meta.total > data.length ? `${data.length} of ${countWord(meta.total)} shown.` : list.count(meta.total);
    setText(count, meta.total === 0 ? '' : isFull ? `${shown} Use the filters above to find others.` : shown);
    more.hidden = meta.total <= data.length || isFull;
    setText(more, `Show ${Math.min(moreAtOnce, meta.total - data.length)} more`);
  };
  const showMore = async (): Promise<void> => {
    wanted = Math.min(wanted + moreAtOnce, shownMax);
    const before = rows.childElementCount;
    await look();
    announce(count.textContent);
    rows.children[before]?.querySelector('button')?.focus();
  };
  const askAnew = (): void => {
    wanted = moreAtOnce;
    keepInAddress(filter());
    void look().then(
      () => announce(count.textContent || empty.textContent),
      () => {},
    );
  };
  for (const { input } of fields) whenChosen(input, askAnew);
  return { look };
}

type FilterField = { name: string } & (ReturnType<typeof selectField> | ReturnType<typeof textField>);

function filterField({ name, label, options, placeholder = '' }: Filter, value: string): FilterField {
  const field = options
    ? selectField(label, [['', 'All'], ...options], value)
    : textField(label, { type: 'search', value, placeholder });
  return { name, ...field };
}

function keepInAddress(filter: Record<string, string>): void {
  const kept = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(filter)) {
    if (value === '') kept.delete(name);
    else kept.set(name, value);
  }
  history.replaceState(null, '', `?${kept.toString()}`);
}

/** A row of a list: what it is and, on the right, when; a button opens it. */
export function row(parts: {
  class?: string;
  title: string;
  tag?: { words: string; class: string };
  facts: readonly (string | null | undefined | false)[];
  error?: string | null;
  side: readonly string[];
  /** A failure is shown. */
  open(): Promise<void> | void;
}): HTMLElement {
  return element(
    'li',
    { class: parts.class ?? '' },
    element(
      'button',
      {
        class: 'open',
        data: { do: 'open' },
        onClick: () => void (async () => parts.open())().catch(sayFault),
      },
      element(
        'span',
        { class: 'what' },
        element('strong', {}, parts.title),
        parts.tag && element('span', { class: `tag ${parts.tag.class}` }, parts.tag.words),
      ),
      ...parts.facts.map((fact) => fact && element('span', { class: 'facts' }, fact)),
      parts.error && element('span', { class: 'error' }, parts.error),
    ),
    element(
      'span',
      { class: 'side' },
      ...parts.side.map((words) => element('span', { class: 'number' }, words)),
    ),
  );
}
