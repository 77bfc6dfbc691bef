/** What stores and subscribers are waiting for, on `/ops`. */
import type { LateStore, StuckOrders } from '../../db/integration/stuck-integration.read.ts';
import type { LateEndpoint } from '../../db/webhooks/late-endpoints.read.ts';
import type { PauseReason } from '../../domain/webhooks/pauses.ts';
import { escapeHtml } from '../docs/escape-html.ts';
import { ageInWords, cards } from './stuck-words.ts';

const inIntegration = `log in at <a href="/ops/integration">Integration</a> with a token of that organization`;

export const failedOrderTable = (rows: readonly StuckOrders[]): string => `${orderTable(rows)}
<p>Nobody ships these orders. Mend what the reason names and replay them: ${inIntegration}.</p>`;

export const heldOrderTable = (rows: readonly StuckOrders[]): string => `${orderTable(rows)}
<p>Nobody ships these orders either. What a SKU is, is said in the sheet of the order in the inbox, and it goes on by itself:
${inIntegration}.</p>`;

function orderTable(rows: readonly StuckOrders[]): string {
  const lines = rows.map((row) => [
    escapeHtml(row.store),
    escapeHtml(row.organization),
    row.orders,
    ageInWords(row.oldest_seconds),
    escapeHtml(row.reason ?? ''),
  ]);
  return cards(['Store', 'For whom', 'Orders', 'The oldest for', 'Why, of the newest'], lines);
}

export function lateStoreTable(rows: readonly LateStore[]): string {
  const lines = rows.map((row) => [
    escapeHtml(row.store),
    escapeHtml(row.organization),
    row.waiting,
    row.refused,
    row.oldest_seconds ? ageInWords(row.oldest_seconds) : 'none waiting',
    row.failed_searches,
    escapeHtml(row.reason ?? ''),
  ]);
  const heads = [
    'Store',
    'For whom',
    'Not told',
    'Of them refused',
    'The oldest for',
    'Searches failed today',
    'Why, of the newest',
  ];
  return `${cards(heads, lines)}
<p>Until it is told, the store may sell what is not there. It is tried again by itself; if it refuses the credentials or
has moved, the organization enters new ones under Stores. What it refuses for ever stands at
/api/integration/agreement, to be retried or given up: ${inIntegration}.</p>`;
}

const pauseWords: Record<PauseReason, string> = {
  asked_to_wait: 'It asked us to wait.',
  unreachable: 'It cannot be reached.',
  failing: 'It refuses one event after the other.',
};

export function lateEndpointTable(rows: readonly LateEndpoint[]): string {
  const lines = rows.map((row) => [
    escapeHtml(hostOf(row.url)),
    escapeHtml(row.organization),
    row.failing_seconds ? ageInWords(row.failing_seconds) : 'some arrive',
    row.waiting,
    row.oldest_seconds ? ageInWords(row.oldest_seconds) : 'none waiting',
    row.dead,
    escapeHtml(whyLate(row)),
  ]);
  const heads = ['Endpoint', 'For whom', 'Nothing for', 'Waiting', 'The oldest for', 'Given up today', 'Why'];
  return `${cards(heads, lines)}
<p>Deliveries are tried again over 28 hours, and then given up. Whoever runs the endpoint has to mend it; what was given up
is sent again from its deliveries: ${inIntegration}.</p>`;
}

function whyLate({ disabled_reason: disabled, pause_reason: pause, reason }: LateEndpoint): string {
  return [disabled, pause && pauseWords[pause], reason].filter(Boolean).join(' ');
}

/** Its path may be as good as a password. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);
