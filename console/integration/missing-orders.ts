/** Orders a store has that never arrived: searched for on a schedule, or now. */
import { element } from '../element.ts';
import { say, sayFault } from '../say.ts';
import { since } from '../words.ts';
import { post, readChoices, readList, type Connection, type GapSearch } from './api.ts';
import { noteChange } from './changed.ts';
import { selectField, textField } from './fields.ts';
import { nameOf, withNames } from './names.ts';
import { row, showListView, type Shown } from './list-view.ts';
import { facts, heading, openingSheet, workButton } from './sheet.ts';
import { moment, searchWords } from './words.ts';

interface GapOrder {
  id: string;
  external_id: string;
  outcome: 'missing' | 'fetched' | 'came_meanwhile' | 'gone' | 'unreadable';
  event_id: string | null;
}

const path = 'integration/gap-searches';
const outcomeWords: Record<GapOrder['outcome'], string> = {
  missing: 'about to be fetched',
  fetched: 'fetched',
  came_meanwhile: 'arrived by itself meanwhile',
  gone: 'the store no longer has it',
  unreadable: "the store's answer was not an order",
};
const tags = { queued: 'queued', running: 'printing', done: 'done', failed: 'failed' } as const;
const dayMs = 86_400_000;

export function showMissingOrders(view: HTMLElement): Shown {
  return showListView<GapSearch>(view, {
    title: 'Orders whose webhook never arrived',
    filters: [{ name: 'status', label: 'State', options: Object.entries(searchWords) }],
    read: (filter, pageSize) =>
      withNames('connection', readList<GapSearch>(path, filter, pageSize), ({ data }) =>
        data.map((one) => one.connection_id),
      ),
    count: (total) => (total === 1 ? '1 search' : `${total} searches`),
    empty: 'No search has run yet. Every active store is checked once an hour.',
    actions: [
      element('button', { class: 'main', onClick: () => void beginSearch().catch(sayFault) }, 'Search now'),
    ],
    row: (search) =>
      row({
        class: search.status === 'failed' ? 'failed' : '',
        title: foundWords(search),
        tag: { words: searchWords[search.status], class: tags[search.status] },
        facts: [
          `${moment(search.since)} to ${moment(search.until)}, ${nameOf(search.connection_id)}`,
          search.is_scheduled ? 'Scheduled' : 'By hand',
        ],
        error: search.last_error,
        side: [`${since(search.created_at)} ago`],
        open: () => openSearch(search),
      }),
  });
}

function foundWords({
  orders_seen: seen,
  orders_missing: missing,
  orders_fetched: fetched,
}: GapSearch): string {
  const looked = seen === 1 ? '1 order checked' : `${seen} orders checked`;
  return missing === 0 ? `${looked}, none missing` : `${looked}, ${missing} missing, ${fetched} fetched`;
}

async function openSearch(search: GapSearch): Promise<void> {
  const show = openingSheet();
  const { data, meta } = await readList<GapOrder>('integration/gap-orders', { search_id: search.id }, 200);
  show(foundWords(search), [
    facts([
      ['From', moment(search.since)],
      ['To', moment(search.until)],
      ['Store', nameOf(search.connection_id)],
      ['Ended', moment(search.ended_at)],
      ['Error', search.last_error],
    ]),
    meta.total > 0 &&
      heading(meta.total > data.length ? `The first ${data.length} of ${meta.total}` : 'Orders'),
    facts(data.map((order) => [order.external_id, outcomeWords[order.outcome]])),
  ]);
}

async function beginSearch(): Promise<void> {
  const show = openingSheet();
  const connections = await readChoices<Connection>('integration/connections');
  const usable = connections.filter(({ status }) => status !== 'disabled');
  if (usable.length === 0) {
    show('Search for missing orders', [element('p', { class: 'hint' }, 'No store is connected.')]);
    return;
  }
  const connection = selectField(
    'Store',
    usable.map(({ id, name, store_domain: domain }) => [
      id,
      domain && domain !== name ? `${name} (${domain})` : name,
    ]),
  );
  const days = textField('Days to look back (at most 31)', { value: '1', max: 2 });
  const begin = workButton(
    'Search',
    async (close) => {
      const back = Number(days.input.value);
      if (!(back > 0 && back <= 31)) throw new Error('Days must be a number from 1 to 31.');
      const until = new Date();
      await post(path, {
        connection_id: connection.input.value,
        since: new Date(until.getTime() - back * dayMs).toISOString(),
        until: until.toISOString(),
      });
      say('The store is being asked; missing orders show up in the inbox.');
      close();
      noteChange();
    },
    { class: 'main' },
  );
  show('Search for missing orders', [element('div', { class: 'form' }, connection.root, days.root)], [begin]);
}
