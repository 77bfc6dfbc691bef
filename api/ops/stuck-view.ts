/**
 * How `/ops` looks: what is stuck, for whom, why, and what can be done, in plain text. No scripts; every button is a
 * form.
 */
import type { UncoveredDays } from '../../db/billing/gaps/billing-gaps.read.ts';
import type { LateStore, StuckOrders } from '../../db/integration/stuck-integration.read.ts';
import type { LabelBacklog, SilentHub } from '../../db/printing/stuck-labels.read.ts';
import type {
  CarrierWait,
  MissingLabel,
  RefusedManifest,
  RefusedRefund,
  UnneededLabel,
} from '../../db/parcels/stuck-labels.read.ts';
import type { StuckCommand } from '../../db/engine/stuck-commands.read.ts';
import type { LateEndpoint } from '../../db/webhooks/late-endpoints.read.ts';
import { escapeHtml } from '../docs/escape-html.ts';
import { uncoveredDaysTable } from './stuck-billing-view.ts';
import {
  carrierWaitTable,
  missingLabelTable,
  refusedManifestTable,
  refusedRefundTable,
  unneededLabelTable,
} from './stuck-carriers-view.ts';
import {
  failedOrderTable,
  heldOrderTable,
  lateEndpointTable,
  lateStoreTable,
} from './stuck-integration-view.ts';
import { ageInWords, cards } from './stuck-words.ts';

/** A stuck command with the numbers of its documents and, if it is still open, the last error of its job. */
export interface ShownCommand extends StuckCommand {
  documents: readonly string[];
}

/** As many as are shown of a list, and whether there are more. */
export interface Listed<R> {
  rows: readonly R[];
  isMore: boolean;
}

export interface Stuck {
  failed: Listed<ShownCommand>;
  late: Listed<ShownCommand>;
  labels: Listed<LabelBacklog>;
  hubs: Listed<SilentHub>;
  orders: Listed<StuckOrders>;
  held: Listed<StuckOrders>;
  stores: Listed<LateStore>;
  endpoints: Listed<LateEndpoint>;
  carriers: Listed<CarrierWait>;
  manifests: Listed<RefusedManifest>;
  missing: Listed<MissingLabel>;
  unneeded: Listed<UnneededLabel>;
  refunds: Listed<RefusedRefund>;
  unbilled: Listed<UncoveredDays>;
  isManager: boolean;
  /** What the last button did, in a sentence. */
  notice: string;
  otherCells: readonly { name: string; url: string }[];
}

/** `/ops` as HTML. */
export function stuckPage(stuck: Stuck): string {
  const { isManager, notice, otherCells, ...lists } = stuck;
  const isFine = Object.values<Listed<unknown>>(lists).every(({ rows }) => rows.length === 0);
  return `<h1>What is stuck</h1>
<form method="post" action="/ops/logout" class="inline"><button>Log out</button></form>
${notice ? `<p role="status"><strong>${escapeHtml(notice)}</strong></p>` : ''}
<p><a href="/ops/overview">The last day</a> <a href="/ops/queues">Queues</a> <a href="/ops/print">Print center</a> <a href="/ops/integration">Integration</a> <a href="/ops/yard">Yard</a> <a href="/ops/shelves">Shelves</a> <a href="/metrics">Metrics</a></p>
${cellLinks(otherCells)}
${isFine ? '<p>Nothing is stuck: no command has failed or is waiting, no label is held up, every hub is connected, and no store or subscriber waits.</p>' : ''}
${section('Failed for good', lists.failed, (rows) => commandTable(rows, isManager, failedActions), { which: 'newest' })}
${section('Waiting for more than a minute', lists.late, (rows) => commandTable(rows, isManager, lateActions), { which: 'oldest' })}
${section('Labels', lists.labels, labelTable)}
${section('Silent hubs', lists.hubs, hubTable)}
${section('Orders of stores that failed', lists.orders, failedOrderTable)}
${section('Orders of stores that wait for a person', lists.held, heldOrderTable)}
${section('Stores that wait to be told', lists.stores, lateStoreTable)}
${section('Endpoints that wait for events', lists.endpoints, lateEndpointTable)}
${section('Carriers that gave no answer', lists.carriers, carrierWaitTable)}
${section('Manifests that were not accepted', lists.manifests, refusedManifestTable)}
${section('Parcels that left without a label', lists.missing, missingLabelTable)}
${section('Labels of parcels that are not sent', lists.unneeded, unneededLabelTable)}
${section('Labels taken back and not refunded', lists.refunds, refusedRefundTable, { isCounted: false })}
${section('Days that no billing run covered', lists.unbilled, uncoveredDaysTable, { isCounted: false })}
`;
}

function cellLinks(cells: Stuck['otherCells']): string {
  if (cells.length === 0) return '';
  const links = cells.map(({ name, url }) => `<a href="${escapeHtml(`${url}/ops`)}">${escapeHtml(name)}</a>`);
  return `<p>Other cells, each with what is stuck there: ${links.join(' ')}</p>`;
}

function section<R>(
  title: string,
  { rows, isMore }: Listed<R>,
  table: (rows: readonly R[]) => string,
  { which = 'first', isCounted = true } = {},
): string {
  if (rows.length === 0) return '';
  const counted = isCounted ? ', counted at <a href="/metrics">Metrics</a>' : '';
  const more = `\n<p>The ${which} ${rows.length} are shown; there are more${counted}.</p>`;
  return `<h2>${title}</h2>\n${table(rows)}${isMore ? more : ''}`;
}

const failedActions = [
  ['rerun', 'Run again'],
  ['put-aside', 'Put aside'],
] as const;
const lateActions = [['cancel', 'Cancel']] as const;

function commandTable(
  rows: readonly ShownCommand[],
  isManager: boolean,
  actions: readonly (readonly [action: string, label: string])[],
): string {
  const lines = rows.map((command) => {
    const documents = command.documents.map(
      (document) => `<span class="number">${escapeHtml(document)}</span>`,
    );
    const buttons = actions.map(([action, label]) => button(command, action, label)).join(' ');
    return [
      `${escapeHtml(inWords(command.name))}<br><small>${documents.join(', ') || 'no document yet'}</small><br><small>${command.id}</small>`,
      `${escapeHtml(command.organization)}<br><small>${escapeHtml(command.actor ?? '')}</small>`,
      ageInWords(command.age_seconds),
      escapeHtml(command.reason ?? 'Waiting for a worker.'),
      isManager ? buttons : 'needs ops.manage',
    ];
  });
  return cards(['What', 'For whom', 'For how long', 'Why', 'What you can do'], lines);
}

function button({ organization_id: organization, id }: StuckCommand, action: string, label: string): string {
  return `<form method="post" action="/ops/${action}" class="inline"><input type="hidden" name="organization_id" value="${organization}"><input type="hidden" name="command_id" value="${id}"><button>${label}</button></form>`;
}

function labelTable(rows: readonly LabelBacklog[]): string {
  const lines = rows.map((row) => [
    escapeHtml(row.organization),
    String(row.waiting),
    row.oldest_seconds ? ageInWords(row.oldest_seconds) : 'none waiting',
    String(row.failed),
  ]);
  return `${cards(['For whom', 'Waiting', 'The oldest for', 'Failed today'], lines)}
<p>Labels wait if no printer is connected, or if it is out of paper. The organization's print center says which: log in there
with a token of that organization to move or cancel them.</p>`;
}

function hubTable(rows: readonly SilentHub[]): string {
  const lines = rows.map((row) => [
    escapeHtml(row.hub),
    escapeHtml(row.organization),
    ageInWords(row.silent_seconds),
  ]);
  return `${cards(['Hub', 'For whom', 'Silent for'], lines)}
<p>Start the hub on its workstation, or find out why it cannot reach the platform: its own page there says so.</p>`;
}

/** `wms.receive_line` as "Receive line". */
export function inWords(command: string): string {
  const words = command.replace(/^[a-z]+\./, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
