/** What arrived: each event with its state, the reason, its body as received, and a replay. */
import { post, readList, readOne, type InboxEvent, type Run } from './api.ts';
import { noteChange } from './changed.ts';
import { row, showListView, type Shown } from './list-view.ts';
import { openRun } from './runs.ts';
import { box, facts, heading, openingSheet, workButton } from './sheet.ts';
import { say, sayFault } from '../say.ts';
import { since } from '../words.ts';
import { element } from '../element.ts';
import { unmappedSkus } from './unmapped.ts';
import { eventWords, moment, number, routingWords, runWords } from './words.ts';

const tags: Record<InboxEvent['status'], string> = {
  received: 'waiting',
  processed: 'done',
  failed: 'failed',
  unprocessed: 'trouble',
  ignored: '',
  duplicate: '',
};

export function showInbox(view: HTMLElement): Shown {
  return showListView<InboxEvent>(view, {
    title: 'What arrived from stores',
    filters: [
      { name: 'status', label: 'State', options: Object.entries(eventWords) },
      { name: 'external_id', label: "The store's number for it", placeholder: 'Exact number' },
    ],
    read: (filter, pageSize) => readList('integration/events', filter, pageSize),
    count: (total) => (total === 1 ? '1 event' : `${total} events`),
    empty:
      'Nothing has arrived yet. Point the webhook of a store here, and its orders show up by themselves.',
    row: (event) =>
      row({
        class: event.status === 'failed' ? 'failed' : event.status === 'unprocessed' ? 'off' : '',
        title: titleOf(event),
        tag: { words: eventWords[event.status], class: tags[event.status] },
        facts: [event.shop_domain, event.reason],
        side: [`${since(event.received_at)} ago`, event.order_no ?? number(event.id)],
        open: () => openEvent(event.id),
      }),
  });
}

function titleOf({ topic, external_id: id }: InboxEvent): string {
  const words = topic === 'orders/create' ? 'New order' : topic || 'Unknown';
  return id === null ? words : `${words} ${id}`;
}

/** Opens one event with its body and what flows did with it. */
async function openEvent(id: string, show = openingSheet()): Promise<void> {
  const [event, { data: runs }] = await Promise.all([
    readOne<InboxEvent & { raw_body: string | null }>(`integration/events/${id}`),
    readList<Run>('integration/runs', { event_id: id }, 20),
  ]);
  const isWaiting = event.status === 'received' && event.order_id !== null;
  const unmapped = isWaiting && (await unmappedSkus(event));
  const replay = workButton(
    'Process again',
    async () => {
      const showAgain = openingSheet();
      const { status } = await post<InboxEvent>(`integration/events/${id}/replay`);
      say(`Processed again: ${eventWords[status].toLowerCase()}.`);
      noteChange();
      await openEvent(id, showAgain);
    },
    { class: 'main' },
  );
  const isReplayable = event.status !== 'duplicate' && event.external_id !== null && event.raw_body !== null;
  show(
    `${titleOf(event)}, ${eventWords[event.status].toLowerCase()}`,
    [
      facts([
        ['Why', event.reason],
        ['Received', moment(event.received_at)],
        ['Processed', moment(event.processed_at)],
        ['Shop', event.shop_domain],
        ['Routed', routingWords[event.routed_by]],
        ['Signature', event.is_signed ? 'good' : event.routed_by === 'gap_search' ? null : 'none requested'],
        ['Order here', event.order_no],
        ['Repeat of', event.duplicate_of && number(event.duplicate_of)],
      ]),
      unmapped,
      runs.length > 0 && heading('What flows did with it'),
      runs.length > 0 &&
        element(
          'div',
          { class: 'row-of-buttons' },
          ...runs.map((run) =>
            element(
              'button',
              { onClick: () => void openRun(run.id).catch(sayFault) },
              `Version ${run.version}, ${runWords[run.status].toLowerCase()}, ${since(run.created_at)} ago`,
            ),
          ),
        ),
      heading('As received'),
      event.raw_body === null
        ? `Archived on ${moment(event.archived_at)}; the operator of the platform has the file.`
        : box('The body as received', event.raw_body),
    ],
    isReplayable ? [replay] : [],
  );
}
