/**
 * The integration pages: what arrived, what flows did with it, who is notified. The address says which one is shown.
 */
import { nextLookMs, noteAnswer, noteSilence } from '../connection.ts';
import { byId, element } from '../element.ts';
import { showDeliveries } from './deliveries.ts';
import { showEndpoints } from './endpoints.ts';
import { showFlowForm } from './flow-form.ts';
import { showFlows } from './flows.ts';
import { showInbox } from './inbox.ts';
import type { Shown } from './list-view.ts';
import { showMissingOrders } from './missing-orders.ts';
import { showRuns } from './runs.ts';
import { dropOpening } from './sheet.ts';
import { showStores } from './stores.ts';
import { showUntold } from './untold.ts';

const pages: Record<string, { title: string; show(view: HTMLElement): Shown | undefined }> = {
  inbox: { title: 'Inbox', show: showInbox },
  missing: { title: 'Missing orders', show: showMissingOrders },
  untold: { title: 'Not told', show: showUntold },
  stores: { title: 'Stores', show: showStores },
  flows: { title: 'Flows', show: (view) => showFlows(view, go) },
  runs: { title: 'Runs', show: showRuns },
  endpoints: { title: 'Endpoints', show: (view) => showEndpoints(view, go) },
  deliveries: { title: 'Deliveries', show: showDeliveries },
  flow: { title: 'Flow', show: (view) => showFlowForm(view, go) },
};
// These lists change more slowly than labels, so they are refreshed less often.
const pollMs = 5_000;

const view = byId('view');
const tabs = byId('tabs');
let shown: Shown | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let turn = 0;

/** Opens another page, with its parameters in the address, so that the browser's back button leads here again. */
export function go(page: string, words: Record<string, string> = {}): void {
  history.pushState(null, '', `?${new URLSearchParams({ page, ...words }).toString()}`);
  show();
}

function show(): void {
  const asked = new URLSearchParams(location.search).get('page') ?? 'inbox';
  const name = Object.hasOwn(pages, asked) ? asked : 'inbox';
  const { title, show: draw } = pages[name]!;
  document.title = `${title}, integration`;
  const tab = name === 'flow' ? 'flows' : name;
  for (const button of tabs.querySelectorAll('button'))
    button.setAttribute('aria-pressed', String(button.dataset['page'] === tab));
  dropOpening();
  // Of its own, so that what is late draws on a page that is not shown any more.
  const root = element('div');
  view.replaceChildren(root);
  shown = draw(root);
  void look();
}

async function look(): Promise<void> {
  clearTimeout(timer);
  const mine = (turn += 1);
  try {
    if (!document.hidden) {
      await shown?.look();
      if (mine === turn) noteAnswer();
    }
  } catch (fault) {
    if (mine === turn) noteSilence(fault);
  }
  if (mine === turn) timer = setTimeout(() => void look(), Math.max(pollMs, nextLookMs()));
}

for (const [page, { title }] of Object.entries(pages)) {
  if (page === 'flow') continue;
  tabs.append(element('button', { data: { page }, onClick: () => go(page) }, title));
}
addEventListener('popstate', show);
addEventListener('online', () => void look());
document.addEventListener('visibilitychange', () => document.hidden || void look());
// The effect of an action has to be visible at once.
document.addEventListener('changed', () => void look());
show();
