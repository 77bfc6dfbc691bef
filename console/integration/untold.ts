/** What stores have not been told yet: why, since when, and the two things a person can do about it. */
import { element } from '../element.ts';
import { say } from '../say.ts';
import { since } from '../words.ts';
import { patch, readList, type Push } from './api.ts';
import { noteChange } from './changed.ts';
import { longField } from './fields.ts';
import { nameOf, withNames } from './names.ts';
import { row, showListView, type Shown } from './list-view.ts';
import { box, facts, heading, showSheet, workButton } from './sheet.ts';
import { moment, pushKindWords } from './words.ts';

const path = 'integration/channel-pushes';

export function showUntold(view: HTMLElement): Shown {
  return showListView<Push>(view, {
    title: 'What stores were not told yet',
    filters: [{ name: 'kind', label: 'What', options: Object.entries(pushKindWords) }],
    read: (filter, pageSize) =>
      withNames('connection', readList<Push>(path, { ...filter, is_told: 'false' }, pageSize), ({ data }) =>
        data.map((one) => one.connection_id),
      ),
    count: (total) => (total === 1 ? '1 not told' : `${total} not told`),
    empty: 'Every store knows what it is to know.',
    row: (push) =>
      row({
        class: push.given_up_at || push.last_error ? 'failed' : '',
        title: titleOf(push),
        tag: { words: stateOf(push), class: push.given_up_at || push.last_error ? 'failed' : 'waiting' },
        facts: [nameOf(push.connection_id), push.store_location && `Place ${push.store_location}`],
        error: push.last_error,
        side: [`${since(push.queued_at)} ago`],
        open: () => openPush(push),
      }),
  });
}

const titleOf = ({ kind, subject }: Push): string => `${pushKindWords[kind]} ${subject}`;

function stateOf(push: Push): string {
  if (push.given_up_at) return 'given up';
  if (push.unknown_since) return 'no answer';
  return push.last_error ? 'refused' : 'waiting';
}

function openPush(push: Push): void {
  const reason = longField('Why', '');
  const act = (words: string, action: 'retry' | 'give_up', done: string) =>
    workButton(words, async (close) => {
      await patch(`${path}/${push.id}`, { action, reason: reason.input.value.trim() });
      say(done);
      close();
      noteChange();
    });
  showSheet(
    `${titleOf(push)}, ${stateOf(push)}`,
    [
      facts([
        ['Store', nameOf(push.connection_id)],
        ["The store's place", push.store_location],
        ["The order's id there", push.external_order_id],
        ['Waits since', moment(push.queued_at)],
        ['No answer since', moment(push.unknown_since)],
        ['Last answer', push.last_error],
        ['Given up', moment(push.given_up_at)],
        ['Why', push.resolved_for],
      ]),
      heading('What it is to know'),
      box('What it is to know', push.wanted),
      element('div', { class: 'form' }, reason.root),
    ],
    [
      act('Tell it now', 'retry', 'The store is being told.'),
      ...(push.given_up_at ? [] : [act('Give it up', 'give_up', 'The store is not told this any more.')]),
    ],
  );
}
