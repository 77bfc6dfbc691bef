/** The list of flows; each opens as a form. */
import { element } from '../element.ts';
import { since } from '../words.ts';
import { readList, type Flow } from './api.ts';
import { row, showListView, type Shown } from './list-view.ts';
import { actionWords, flowWords, number } from './words.ts';

export type Go = (page: string, words?: Record<string, string>) => void;

export function showFlows(view: HTMLElement, go: Go): Shown {
  return showListView<Flow>(view, {
    title: 'Flows: what happens to an incoming order',
    filters: [{ name: 'status', label: 'State', options: Object.entries(flowWords) }],
    read: (filter, pageSize) => readList('integration/flows', filter, pageSize),
    count: (total) => (total === 1 ? '1 flow' : `${total} flows`),
    empty: 'There are no flows. Without one, incoming orders are stored, but nothing is done with them.',
    actions: [element('button', { class: 'main', onClick: () => go('flow') }, 'New flow')],
    row: (flow) =>
      row({
        title: flow.name,
        tag: { words: flowWords[flow.status], class: flow.status === 'published' ? 'done' : flow.status },
        facts: [
          flow.steps.map(({ action }) => actionWords[action]).join(', '),
          flow.version > 0 && `Version ${flow.version} was the last one published`,
          !flow.trigger.has_webhook_secret && 'Accepts unsigned webhooks',
        ],
        side: [`changed ${since(flow.updated_at)} ago`, number(flow.id)],
        open: () => go('flow', { id: flow.id }),
      }),
  });
}
