/** `/metrics` for Prometheus: this process' requests, and what is waiting or failed in the whole platform. */
import { Gauge, type Registry } from 'prom-client';
import { readIntegrationFigures } from '../../db/integration/stuck-integration.read.ts';
import { readCarrierFigures } from '../../db/parcels/stuck-labels.read.ts';
import { readPrintFigures } from '../../db/printing/stuck-labels.read.ts';
import { commandBacklog } from '../../db/engine/backlog.read.ts';
import { queueNames } from '../../queues/engine/policies.ts';
import type { Producer } from '../../queues/engine/producer.ts';
import type { HttpDeps } from '../http/deps.ts';
import { answersInTime } from './answers-in-time.ts';
import type { SidePage } from '../http/exchange.ts';
import { sharedLook } from './shared-look.ts';

// A hub sends a heartbeat every half minute.
const silentSeconds = 120;

/** Serves `/metrics`. Every series exists from the start, so that the first increase can trigger an alert. */
export function metricsPage(parts: HttpDeps, producer: Producer): SidePage {
  const { registry } = parts.metrics;
  const measures = [
    measureQueues(registry, producer),
    measureCommands(registry, parts),
    measurePrinting(registry, parts),
    measureCarriers(registry, parts),
    measureIntegration(registry, parts),
  ];
  // One that nobody waits for any more goes on until it has ended, and is not begun beside itself.
  const looks = measures.map((measure) => sharedLook(measure));
  const answer: SidePage['answer'] = async (ctx, next) => {
    const isReading = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (ctx.path !== '/metrics' || !isReading) return next();
    // An unreachable queue or database must not hide the other figures.
    await Promise.all(looks.map((look) => answersInTime(look())));
    ctx.type = registry.contentType;
    ctx.body = await registry.metrics();
  };
  return { under: ['/metrics'], answer };
}

function gauge(registry: Registry, name: string, help: string, labelNames: readonly string[] = []): Gauge {
  return new Gauge({ name, help, labelNames, registers: [registry] });
}

function measureQueues(registry: Registry, producer: Producer): () => Promise<void> {
  const jobs = gauge(registry, 'queue_jobs', 'Queue jobs by state.', ['queue', 'state']);
  return async () => {
    for (const queue of queueNames) {
      const counts = await producer.queue(queue).getJobCounts('waiting', 'active', 'delayed', 'failed');
      for (const [state, count] of Object.entries(counts)) jobs.set({ queue, state }, count);
    }
  };
}

function measureCommands(registry: Registry, { database }: HttpDeps): () => Promise<void> {
  const open = gauge(registry, 'commands_open', 'Commands accepted and not finished.', ['queue']);
  const lag = gauge(registry, 'commands_lag_seconds', 'Age of the oldest open command.', ['queue']);
  const failed = gauge(registry, 'commands_failed', 'Commands set aside for ops.', ['queue']);
  return async () => {
    const backlog = new Map((await commandBacklog(database)).map((row) => [row.queue, row]));
    for (const queue of queueNames) {
      const row = backlog.get(queue);
      open.set({ queue }, Number(row?.open ?? 0));
      lag.set({ queue }, Number(row?.lag_seconds ?? 0));
      failed.set({ queue }, Number(row?.failed ?? 0));
    }
  };
}

function measurePrinting(registry: Registry, { database }: HttpDeps): () => Promise<void> {
  const labels = gauge(registry, 'print_jobs', 'Labels waiting, printing, or failed in the last day.', [
    'state',
  ]);
  const lag = gauge(registry, 'print_lag_seconds', 'Age of the oldest waiting label.');
  const hubs = gauge(registry, 'hubs', 'Hubs, by whether they have been heard from.', ['state']);
  return async () => {
    const figures = await readPrintFigures(database, silentSeconds);
    labels.set({ state: 'queued' }, Number(figures.queued));
    labels.set({ state: 'printing' }, Number(figures.printing));
    labels.set({ state: 'failed' }, Number(figures.failed));
    lag.set(Number(figures.oldest_seconds ?? 0));
    const silent = Number(figures.silent_hubs);
    hubs.set({ state: 'heard' }, Number(figures.hubs) - silent);
    hubs.set({ state: 'silent' }, silent);
  };
}

function measureCarriers(registry: Registry, { database }: HttpDeps): () => Promise<void> {
  const measured = (name: string, what: string, troubles: string) => ({
    count: gauge(registry, `carrier_${name}s`, `${what} a carrier has not settled; and those ${troubles}.`, [
      'state',
    ]),
    lag: gauge(registry, `carrier_${name}_lag_seconds`, 'Age of the oldest of them.', ['state']),
  });
  const labels = measured(
    'label',
    'Labels',
    'missing of what has left, or kept for parcels that are not sent',
  );
  const manifests = measured('manifest', 'Manifests', 'that were not accepted');
  return async () => {
    const figures = await readCarrierFigures(database);
    for (const [{ count, lag }, said] of [
      [labels, figures.labels],
      [manifests, figures.manifests],
    ] as const) {
      count.set({ state: 'waiting' }, Number(said.waiting));
      count.set({ state: 'unknown' }, Number(said.unknown));
      count.set({ state: 'for_person' }, Number(said.for_person));
      lag.set({ state: 'waiting' }, said.waiting_seconds ?? 0);
      lag.set({ state: 'unknown' }, said.unknown_seconds ?? 0);
    }
    labels.count.set({ state: 'missing' }, Number(figures.missing));
    labels.count.set({ state: 'unneeded' }, Number(figures.unneeded));
    manifests.count.set({ state: 'refused' }, Number(figures.refused));
  };
}

function measureIntegration(registry: Registry, { database }: HttpDeps): () => Promise<void> {
  const orders = gauge(
    registry,
    'store_orders_failed',
    'Orders of the last week that no flow could process.',
  );
  const held = gauge(
    registry,
    'store_orders_held',
    'Orders whose flow waits for a person, as for a mapping.',
  );
  const heldFor = gauge(registry, 'store_orders_held_seconds', 'How long the oldest of them has waited.');
  const pushes = gauge(registry, 'store_pushes_waiting', 'SKUs and news of orders not told.');
  const refused = gauge(registry, 'store_pushes_refused', 'Those of them that the store refuses.');
  const pushLag = gauge(registry, 'store_push_lag_seconds', 'How long the oldest of them has waited.');
  const searches = gauge(
    registry,
    'store_searches_failed',
    'Searches for orders that failed in the last day.',
  );
  const endpoints = gauge(registry, 'webhook_endpoints', 'Active endpoints, and of them by trouble.', [
    'state',
  ]);
  const deliveries = gauge(registry, 'webhook_deliveries', 'Waiting, or given up in the last day.', [
    'state',
  ]);
  const deliveryLag = gauge(registry, 'webhook_lag_seconds', 'Age of the oldest waiting delivery.');
  return async () => {
    const figures = await readIntegrationFigures(database);
    orders.set(Number(figures.orders_failed));
    held.set(Number(figures.orders_held));
    heldFor.set(figures.held_seconds ?? 0);
    pushes.set(Number(figures.pushes_waiting));
    refused.set(Number(figures.pushes_refused));
    pushLag.set(figures.push_seconds ?? 0);
    searches.set(Number(figures.searches_failed));
    endpoints.set({ state: 'active' }, Number(figures.endpoints));
    endpoints.set({ state: 'failing' }, Number(figures.endpoints_failing));
    endpoints.set({ state: 'paused' }, Number(figures.endpoints_paused));
    deliveries.set({ state: 'waiting' }, Number(figures.deliveries_waiting));
    deliveries.set({ state: 'dead' }, Number(figures.deliveries_dead));
    deliveryLag.set(figures.delivery_seconds ?? 0);
  };
}
