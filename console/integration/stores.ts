/** The connections to stores: how each is, and what a person does about one that refuses us. */
import { element } from '../element.ts';
import { say } from '../say.ts';
import { since } from '../words.ts';
import { patch, readList, testConnection, type Connection } from './api.ts';
import { noteChange } from './changed.ts';
import { textField } from './fields.ts';
import { row, showListView, type Shown } from './list-view.ts';
import { facts, showSheet, workButton } from './sheet.ts';
import { connectionWords, moment } from './words.ts';

const path = 'integration/connections';
const tags: Record<Connection['status'], string> = {
  pending: 'waiting',
  active: 'done',
  error: 'failed',
  disabled: 'trouble',
};

export function showStores(view: HTMLElement): Shown {
  return showListView<Connection>(view, {
    title: 'Stores that are connected',
    filters: [{ name: 'status', label: 'State', options: Object.entries(connectionWords) }],
    read: (filter, pageSize) => readList(path, filter, pageSize),
    count: (total) => (total === 1 ? '1 store' : `${total} stores`),
    empty: 'No store is connected. POST /api/integration/connections connects one.',
    row: (store) =>
      row({
        class: store.status === 'error' ? 'failed' : store.status === 'disabled' ? 'off' : '',
        title: store.name,
        tag: { words: connectionWords[store.status], class: tags[store.status] },
        facts: [
          store.store_domain !== store.name && store.store_domain,
          pauseOf(store) && `It asked to be left alone until ${pauseOf(store)}`,
        ],
        error: store.last_error,
        side: [store.last_tested_at ? `tested ${since(store.last_tested_at)} ago` : 'never tested'],
        open: () => openStore(store),
      }),
  });
}

const pauseOf = ({ paused_until: until }: Connection): string | null =>
  until && Date.parse(until) > Date.now() ? moment(until) : null;

function openStore(store: Connection): void {
  const { id, status } = store;
  const isOff = status === 'disabled';
  const turn = workButton(isOff ? 'Turn on' : 'Turn off', async (close) => {
    await patch(`${path}/${id}`, { status: isOff ? 'pending' : 'disabled' });
    say(isOff ? 'It is on again; test it.' : 'Its orders are not taken, and it is told nothing.');
    close();
    noteChange();
  });
  const tested = element('div', {});
  tested.setAttribute('aria-live', 'polite');
  const test = workButton('Test it', async () => {
    const { steps } = await testConnection(id);
    tested.replaceChildren(facts(steps.map(({ ok, message }) => [ok ? 'Good' : 'Wrong', message])));
    noteChange();
  });
  showSheet(
    `${store.name}, ${connectionWords[status].toLowerCase()}`,
    [
      facts([
        ['Shop', store.store_domain],
        ['Address', store.api_url],
        ['Last error', store.last_error],
        ['Last tested', moment(store.last_tested_at)],
        ['Left alone until', pauseOf(store)],
        ['Credentials', store.credential_names.join(', ') || 'none'],
        ['Own webhook secret', store.has_webhook_secret ? 'yes' : null],
        ['Connected', moment(store.created_at)],
      ]),
      tested,
      element(
        'div',
        { class: 'actions' },
        !isOff && test,
        element('button', { onClick: () => enterCredentials(store) }, 'New credentials'),
      ),
    ],
    [turn],
  );
}

/** They are sealed on arrival, and shown to nobody. */
function enterCredentials(store: Connection): void {
  const token = textField('Access token of the store', { type: 'password', required: true, max: 2_000 });
  const address = textField('Address of its API (https)', {
    type: 'url',
    value: store.api_url ?? '',
    max: 500,
  });
  const save = workButton(
    'Save them',
    async () => {
      const entered = token.input.value.trim();
      if (entered === '') throw new Error('Enter the access token.');
      const url = address.input.value.trim();
      const changed = await patch<Connection>(`${path}/${store.id}`, {
        credentials: { access_token: entered },
        ...(url !== (store.api_url ?? '') && { api_url: url || null }),
      });
      say('The credentials are kept, and what waits is tried with them.');
      noteChange();
      openStore(changed);
    },
    { class: 'main' },
  );
  showSheet(
    `New credentials of ${store.name}`,
    [element('div', { class: 'form' }, token.root, address.root)],
    [save],
  );
  token.input.focus();
}
