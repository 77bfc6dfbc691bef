/** `/healthz` (the process lives), `/readyz` (it can do its work, and what of it cannot), `/metrics` (Prometheus). */
import type { Middleware } from 'koa';
import { Gauge } from 'prom-client';
import { commandBacklog, isDatabaseReachable } from '../../db/tenancy/backlog.read.ts';
import { queueNames } from '../../queues/policies.ts';
import type { Producer } from '../../queues/producer.ts';
import type { HttpDeps } from '../http/deps.ts';

const checkMsMax = 2_000;

/** `/healthz` and `/readyz`. Without details it says only whether: what is away is the operator's to know. */
export function healthPages(
  parts: HttpDeps,
  producer: Producer,
  { hasDetails }: { hasDetails: boolean },
): Middleware {
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    if (ctx.path === '/healthz') {
      ctx.body = { ok: true };
    } else if (ctx.path === '/readyz') {
      const checks = {
        database: await within(isDatabaseReachable(parts.database)),
        queue: await within(
          producer
            .queue('receiving')
            .getJobCounts('waiting')
            .then(() => true),
        ),
      };
      ctx.status = Object.values(checks).every(Boolean) ? 200 : 503;
      ctx.body = { ok: ctx.status === 200, ...(hasDetails ? { checks } : {}) };
    } else {
      await next();
    }
  };
}

/** `/metrics`. */
export function metricsPage(parts: HttpDeps, producer: Producer): Middleware {
  const { registry } = parts.metrics;
  const jobs = new Gauge({
    name: 'queue_jobs',
    help: 'Jobs of a queue by state.',
    labelNames: ['queue', 'state'],
    registers: [registry],
  });
  const open = new Gauge({
    name: 'commands_open',
    help: 'Commands accepted and not finished.',
    labelNames: ['queue'],
    registers: [registry],
  });
  const lag = new Gauge({
    name: 'commands_lag_seconds',
    help: 'Age of the oldest open command.',
    labelNames: ['queue'],
    registers: [registry],
  });
  const failed = new Gauge({
    name: 'commands_failed',
    help: 'Commands set aside for ops.',
    labelNames: ['queue'],
    registers: [registry],
  });

  const measure = async (): Promise<void> => {
    for (const name of queueNames) {
      const counts = await producer.queue(name).getJobCounts('waiting', 'active', 'delayed', 'failed');
      for (const [state, count] of Object.entries(counts)) jobs.set({ queue: name, state }, count);
    }
    open.reset();
    lag.reset();
    failed.reset();
    for (const queue of queueNames) for (const gauge of [open, lag, failed]) gauge.set({ queue }, 0);
    for (const row of await commandBacklog(parts.database)) {
      open.set({ queue: row.queue }, Number(row.open));
      lag.set({ queue: row.queue }, Number(row.lag_seconds));
      failed.set({ queue: row.queue }, Number(row.failed));
    }
  };

  return async (ctx, next) => {
    const isReading = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (ctx.path !== '/metrics' || !isReading) return next();
    // A queue or database that is away must not hide the other figures.
    await within(measure().then(() => true));
    ctx.type = registry.contentType;
    ctx.body = await registry.metrics();
  };
}

async function within(check: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, checkMsMax, false);
  });
  const isFine = await Promise.race([check.catch(() => false), timeout]);
  clearTimeout(timer);
  return isFine;
}
