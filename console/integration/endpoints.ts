/** Endpoints: who receives events. An endpoint's secret is shown once, right after it is created. */
import { element } from '../element.ts';
import { say } from '../say.ts';
import { since } from '../words.ts';
import { patch, post, postOnce, readList, type Endpoint } from './api.ts';
import { noteChange } from './changed.ts';
import { checkField, fieldset, textField } from './fields.ts';
import type { Go } from './flows.ts';
import { row, showListView, type Shown } from './list-view.ts';
import { closeSheet, facts, showSheet, workButton } from './sheet.ts';
import { filterWords, kindWords, moment, number, pauseWords } from './words.ts';

const path = 'tenancy/webhook-endpoints';
const hourMs = 3_600_000;

export function showEndpoints(view: HTMLElement, go: Go): Shown {
  return showListView<Endpoint>(view, {
    title: 'Endpoints: who receives events',
    filters: [
      {
        name: 'status',
        label: 'State',
        options: [
          ['active', 'On'],
          ['disabled', 'Off'],
        ],
      },
    ],
    read: (filter, pageSize) => readList(path, filter, pageSize),
    count: (total) => (total === 1 ? '1 endpoint' : `${total} endpoints`),
    empty: 'There are no endpoints. Add one, and it receives events from then on.',
    actions: [element('button', { class: 'main', onClick: () => editEndpoint() }, 'New endpoint')],
    row: (endpoint) =>
      row({
        class: endpoint.status === 'disabled' || endpoint.failing_since ? 'off' : '',
        title: endpoint.description || new URL(endpoint.url).hostname,
        tag: tagOf(endpoint),
        facts: [
          endpoint.url,
          `Subscribed to ${filterWords(endpoint.event_types)}`,
          endpoint.disabled_reason,
          endpoint.failing_since && `Nothing has arrived for ${since(endpoint.failing_since)}`,
          endpoint.pause_reason && pauseWords[endpoint.pause_reason],
        ],
        side: [number(endpoint.id)],
        open: () => openEndpoint(endpoint, go),
      }),
  });
}

function tagOf({ status, failing_since: failing }: Endpoint): { words: string; class: string } {
  if (status === 'disabled') return { words: 'Off', class: 'trouble' };
  return failing ? { words: 'Failing', class: 'failed' } : { words: 'On', class: 'done' };
}

function openEndpoint(endpoint: Endpoint, go: Go): void {
  const { id, status } = endpoint;
  const isOn = status === 'active';
  const turn = workButton(isOn ? 'Turn off' : 'Turn on', async (close) => {
    await patch(`${path}/${id}`, { status: isOn ? 'disabled' : 'active' });
    say(
      isOn
        ? 'It receives nothing from now on.'
        : 'It receives events again; what was waiting is being sent now.',
    );
    close();
    noteChange();
  });
  showSheet(
    endpoint.description || endpoint.url,
    [
      facts([
        ['Address', endpoint.url],
        ['State', tagOf(endpoint).words],
        ['Why', endpoint.disabled_reason],
        ['Subscribed to', filterWords(endpoint.event_types)],
        ['Nothing has arrived since', moment(endpoint.failing_since)],
        ['Why it is left alone', endpoint.pause_reason && pauseWords[endpoint.pause_reason]],
        ['Left alone until', moment(endpoint.paused_until)],
        [
          'Old secret signs until',
          endpoint.previous_secret_until && Date.parse(endpoint.previous_secret_until) > Date.now()
            ? moment(endpoint.previous_secret_until)
            : null,
        ],
        ['Created', moment(endpoint.created_at)],
      ]),
      element(
        'div',
        { class: 'actions' },
        element(
          'button',
          { onClick: () => leave(() => go('deliveries', { endpoint_id: id })) },
          'Deliveries',
        ),
        element('button', { onClick: () => editEndpoint(endpoint) }, 'Change'),
        element('button', { onClick: () => rotate(endpoint) }, 'New secret'),
        element('button', { onClick: () => replay(endpoint) }, 'Send again'),
        isOn && trial(id),
      ),
    ],
    [turn],
  );
}

const trial = (id: string): HTMLElement =>
  workButton('Send a test', async () => {
    await postOnce(`${path}/${id}/test`);
    say('A test event is on its way; its deliveries show the answer.');
    noteChange();
  });

function leave(then: () => void): void {
  closeSheet();
  then();
}

/** A form for a new endpoint, or for an existing one. */
function editEndpoint(endpoint?: Endpoint): void {
  const url = textField('Address (https)', {
    type: 'url',
    value: endpoint?.url ?? '',
    placeholder: 'https://example.com/hooks',
    required: true,
    max: 1_000,
  });
  const description = textField('What it is for', { value: endpoint?.description ?? '', max: 500 });
  const subscription = subscriptionFields(endpoint?.event_types ?? ['*']);
  const save = workButton(
    endpoint ? 'Save' : 'Add it',
    async (close) => {
      const fields = {
        url: url.input.value.trim(),
        description: description.input.value.trim(),
        event_types: subscription.read(),
      };
      if (fields.event_types.length === 0) throw new Error('Choose which events it should receive.');
      if (!endpoint) {
        const made = await post<Endpoint & { secret: string }>(path, fields);
        noteChange();
        return showSecret('The endpoint was added', made.secret);
      }
      await patch(`${path}/${endpoint.id}`, fields);
      say('The endpoint was changed.');
      close();
      noteChange();
    },
    { class: 'main' },
  );
  showSheet(
    endpoint ? 'Change the endpoint' : 'A new endpoint',
    [element('div', { class: 'form' }, url.root, description.root, subscription.root)],
    [save],
  );
  url.input.focus();
}

/** Which events it receives: everything, some kinds, others by name. */
function subscriptionFields(types: readonly string[]): { root: HTMLElement; read: () => string[] } {
  const everything = checkField('Everything', '*', types.includes('*'));
  const kinds = Object.entries(kindWords).map(([kind, words]) =>
    checkField(words, kind, types.includes(kind)),
  );
  const others = textField('Others by name, comma-separated', {
    value: types.filter((type) => type !== '*' && !Object.hasOwn(kindWords, type)).join(', '),
    placeholder: 'sales_order.released, count_task.*',
    max: 2_000,
  });
  const kindList = element('div', { class: 'choices' }, ...kinds.map(({ root }) => root));
  const showKinds = (): void => {
    kindList.hidden = everything.input.checked;
    others.root.hidden = everything.input.checked;
  };
  everything.input.addEventListener('change', showKinds);
  showKinds();
  const read = (): string[] =>
    everything.input.checked
      ? ['*']
      : [
          ...kinds.filter(({ input }) => input.checked).map(({ input }) => input.value),
          ...others.input.value
            .split(',')
            .map((one) => one.trim())
            .filter(Boolean),
        ];
  return { root: fieldset('Subscribed to', everything.root, kindList, others.root), read };
}

/** Shown only now: nobody can read it again, only replace it. */
function showSecret(title: string, secret: string): void {
  showSheet(title, [
    element(
      'p',
      { class: 'ask' },
      'Copy this secret now: it will not be shown again. The receiver uses it to verify that what arrives comes from us.',
    ),
    element('code', { class: 'secret' }, secret),
  ]);
}

function rotate(endpoint: Endpoint): void {
  const hours = textField('Hours the old secret remains valid', { value: '24', max: 3 });
  const make = workButton(
    'Create a new secret',
    async () => {
      const overlap = Number(hours.input.value);
      if (!Number.isInteger(overlap)) throw new Error('Hours must be a whole number from 0 to 168.');
      const { secret } = await post<{ secret: string }>(`${path}/${endpoint.id}/rotate-secret`, {
        overlap_hours: overlap,
      });
      noteChange();
      showSecret('The endpoint has a new secret', secret);
    },
    { class: 'main' },
  );
  showSheet('A new secret', [element('div', { class: 'form' }, hours.root)], [make]);
  hours.input.focus();
}

/** A timestamp as a browser's input field needs it, in local time. */
function localMoment(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function replay(endpoint: Endpoint): void {
  const from = textField('From', {
    type: 'datetime-local',
    value: localMoment(new Date(Date.now() - hourMs)),
  });
  const to = textField('To', { type: 'datetime-local', value: localMoment(new Date(Date.now() + 60_000)) });
  const send = workButton(
    'Send them again',
    async (close) => {
      const window = {
        from: new Date(from.input.value).toISOString(),
        to: new Date(to.input.value).toISOString(),
      };
      const { deliveries } = await postOnce<{ deliveries: number }>(`${path}/${endpoint.id}/replay`, window);
      say(deliveries === 1 ? '1 event is being sent again.' : `${deliveries} events are being sent again.`);
      close();
      noteChange();
    },
    { class: 'main' },
  );
  showSheet(
    'Resend the events of a time window',
    [
      element(
        'p',
        { class: 'facts' },
        'The receiver recognises repeats by their webhook-id, which stays the same.',
      ),
      element('div', { class: 'form' }, from.root, to.root),
    ],
    [send],
  );
  from.input.focus();
}
