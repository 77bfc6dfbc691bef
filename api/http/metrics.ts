/** Prometheus metrics of the HTTP surface; `/metrics` prints this registry. */
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import type { ReportPlace } from '../../db/report-reads.ts';
import { createRequestTally, type RequestTally } from '../limits/request-tally.ts';
import type { Ending } from '../streams/access-watch.ts';

export interface RequestMetrics {
  registry: Registry;
  /** What `/ops/overview` shows of all processes together. */
  tally: RequestTally;
  /** Shows a zero for each of these routes from the start, so that the first increase can trigger an alert. */
  expect(routes: readonly string[]): void;
  observe(route: string, method: string, status: number, seconds: number): void;
  /** A stream the platform ended, and why. */
  streamEnded(reason: Ending['reason']): void;
  /** Where a report was read. */
  reportRead(place: ReportPlace): void;
}

export function createRequestMetrics(): RequestMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request line to the last byte of the answer.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const failures = new Counter({
    name: 'http_server_errors_total',
    help: 'Answers of 500 and above.',
    labelNames: ['route'],
    registers: [registry],
  });
  const endings = new Counter({
    name: 'event_streams_dropped_total',
    help: 'Event streams the platform ended: the reader was too slow, its token was revoked or changed, or the process stopped.',
    labelNames: ['reason'],
    registers: [registry],
  });
  const reports = new Counter({
    name: 'reports_read_total',
    help: 'Reports by where they were read: the standby, or the primary because the standby was away, behind, or cancelled it.',
    labelNames: ['place'],
    registers: [registry],
  });
  for (const place of ['standby', 'away', 'behind', 'cancelled']) reports.inc({ place }, 0);
  for (const reason of ['too_slow', 'revoked', 'changed', 'moved', 'restarting']) endings.inc({ reason }, 0);
  const tally = createRequestTally();
  return {
    registry,
    tally,
    expect(routes) {
      for (const route of [...routes, 'other']) failures.inc({ route }, 0);
      duration.zero({ route: 'other', method: 'GET', status: '200' });
    },
    observe(route, method, status, seconds) {
      duration.observe({ route, method, status: String(status) }, seconds);
      if (status >= 500) failures.inc({ route });
      tally.count(status);
    },
    streamEnded: (reason) => endings.inc({ reason }),
    reportRead: (place) => reports.inc({ place }),
  };
}
