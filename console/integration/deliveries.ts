/** What endpoints were sent: each attempt with its request and answer, and a button to resend. */
import { element } from '../element.ts';
import { say } from '../say.ts';
import { since } from '../words.ts';
import { postOnce, readList, readOne, type Delivery, type Try } from './api.ts';
import { noteChange } from './changed.ts';
import { nameOf, withNames } from './names.ts';
import { row, showListView, type Shown } from './list-view.ts';
import { box, facts, heading, openingSheet, workButton } from './sheet.ts';
import { deliveryWords, eventTypeWords, moment, number } from './words.ts';

const path = 'tenancy/webhook-deliveries';
const tags: Record<Delivery['status'], string> = { pending: 'waiting', delivered: 'done', dead: 'failed' };

export function showDeliveries(view: HTMLElement): Shown {
  const endpointId = new URLSearchParams(location.search).get('endpoint_id') ?? '';
  return showListView<Delivery>(view, {
    title: endpointId ? 'What the endpoint was sent' : 'What endpoints were sent',
    filters: [
      { name: 'status', label: 'State', options: Object.entries(deliveryWords) },
      { name: 'event_type', label: 'Event, by name', placeholder: 'sales_order.created' },
    ],
    read: (filter, pageSize) =>
      withNames(
        'endpoint',
        readList<Delivery>(path, { ...filter, endpoint_id: endpointId }, pageSize),
        ({ data }) => data.map((one) => one.endpoint_id),
      ),
    count: (total) => (total === 1 ? '1 delivery' : `${total} deliveries`),
    empty: 'Nothing has been sent yet. From now on, events are sent to the endpoints subscribed to them.',
    row: (delivery) =>
      row({
        class: delivery.status === 'dead' ? 'failed' : '',
        title: eventTypeWords(delivery.event_type),
        tag: { words: deliveryWords[delivery.status], class: tags[delivery.status] },
        facts: [
          `About ${subjectOf(delivery)}`,
          `To ${nameOf(delivery.endpoint_id)}, ${triesWord(delivery.attempts)}`,
          delivery.is_replay && 'Resent',
          delivery.status === 'pending' &&
            delivery.attempts > 0 &&
            `Next try ${moment(delivery.next_try_at)}`,
        ],
        error: delivery.status === 'delivered' ? null : delivery.last_error,
        side: [`${since(delivery.created_at)} ago`, number(delivery.id)],
        open: () => openDelivery(delivery.id),
      }),
  });
}

function triesWord(tries: number): string {
  return tries === 1 ? '1 try' : `${tries} tries`;
}

/** Where the number of a subject is not called as its kind is. */
const numberFields: Record<string, string> = {
  purchase_order: 'po_no',
  transport_order: 'transport_no',
  carton: 'sscc',
};

/** What it is about, by the number people know where its event has one. */
function subjectOf({ subject_type: type, subject_id: id, payload }: Delivery): string {
  const field = numberFields[type] ?? `${type.split('_').at(-1)}_no`;
  const known = payload.data?.[field];
  return `${type.replaceAll('_', ' ')} ${typeof known === 'string' ? known : number(id)}`;
}

async function openDelivery(id: string): Promise<void> {
  const show = openingSheet();
  const delivery = await readOne<Delivery & { log: Try[] }>(`${path}/${id}`);
  const again = workButton(
    'Send it again',
    async () => {
      await postOnce(`${path}/${id}/replay`);
      say('It is being sent again.');
      noteChange();
    },
    { class: 'main' },
  );
  show(
    `${eventTypeWords(delivery.event_type)}, ${deliveryWords[delivery.status].toLowerCase()}`,
    [
      facts([
        ['Endpoint', nameOf(delivery.endpoint_id)],
        ['About', subjectOf(delivery)],
        ['webhook-id', delivery.event_id],
        ['Created', moment(delivery.created_at)],
        ['Ended', moment(delivery.ended_at)],
        ['Last error', delivery.status === 'delivered' ? null : delivery.last_error],
      ]),
      heading('What is sent'),
      box('What is sent', delivery.payload),
      heading(delivery.log.length === 0 ? 'Not tried yet' : 'Attempts'),
      element('ol', { class: 'tries' }, ...delivery.log.map(tryOf)),
    ],
    [again],
  );
}

function tryOf(one: Try): HTMLElement {
  const isGood = one.error === null;
  const words = one.status_code === null ? 'no answer' : `answered ${one.status_code}`;
  return element(
    'li',
    {},
    element(
      'details',
      {},
      element(
        'summary',
        {},
        `Try ${one.attempt_no}, ${moment(one.attempted_at)}`,
        element('span', { class: `tag ${isGood ? 'done' : 'failed'}` }, `${words} in ${one.duration_ms} ms`),
      ),
      one.error && element('p', { class: 'problem' }, one.error),
      element('span', { class: 'facts' }, `Request to ${one.url}`),
      box(`The headers of attempt ${one.attempt_no}`, one.request_headers),
      element('span', { class: 'facts' }, 'Answer'),
      box(`The answer to attempt ${one.attempt_no}`, one.answer || '(nothing)'),
    ),
  );
}
