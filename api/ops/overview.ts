/**
 * The figures of `/ops/overview`: what the warehouses of the organization that is logged in did in the last day, hour by
 * hour, and, by quarters of an hour, how far the queues of the whole platform were behind and what it answered with 500
 * and above.
 */
import { inTenant, type Database } from '../../db/database.ts';
import { readQuarters, type QueueQuarter } from '../../db/engine/queue-samples.read.ts';
import { readRequestQuarters, type RequestQuarter } from '../../db/engine/request-samples.read.ts';
import {
  dayMeasures,
  firstWarehouses,
  readLastDay,
  type HourCount,
  type WarehouseName,
} from '../../db/fulfillment/last-day.read.ts';
import { queueNames } from '../../queues/engine/policies.ts';
import type { SidePage } from '../http/exchange.ts';
import type { OpsLogin } from './login.ts';

const path = '/ops/overview/api/figures';
const hours = 24;
const quarters = 96;
const warehousesMax = 20;
// However many people look.
const freshMs = 4_000;
const keptMax = 500;

export interface OverviewFigures {
  /** The end of the day shown. */
  until: string;
  warehouses: WarehouseName[];
  /** By measure and warehouse (the empty id: no warehouse, or one that is not listed), 24 counts, the oldest first. */
  counts: Record<string, Record<string, number[]>>;
  /** The most of each quarter of an hour; null where there was no sample. */
  queues: { queue: string; lag_seconds: (number | null)[]; open: number; failed: (number | null)[] }[];
  /** The sums of each quarter of an hour; null where nothing was asked. */
  requests: { answered: (number | null)[]; errors: (number | null)[] };
}

export function overviewPage(guard: OpsLogin['guard'], database: Database): SidePage {
  const kept = new Map<string, { at: number; figures: Promise<OverviewFigures> }>();
  const figuresOf = (organizationId: string): Promise<OverviewFigures> => {
    const known = kept.get(organizationId);
    if (known && Date.now() - known.at < freshMs) return known.figures;
    const figures = readFigures(database, organizationId, new Date());
    kept.delete(organizationId);
    kept.set(organizationId, { at: Date.now(), figures });
    figures.catch(() => kept.delete(organizationId));
    for (const oldest of kept.keys()) {
      if (kept.size <= keptMax) break;
      kept.delete(oldest);
    }
    return figures;
  };
  const answer: SidePage['answer'] = async (ctx, next) => {
    if (ctx.path !== path || ctx.method !== 'GET') return next();
    const principal = await guard(ctx, 'ops.view');
    if (!principal) {
      if (ctx.status === 302) ctx.status = 401;
      return;
    }
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'application/json';
    ctx.body = JSON.stringify(await figuresOf(principal.organization_id));
  };
  return { under: ['/ops'], answer };
}

async function readFigures(
  database: Database,
  organizationId: string,
  until: Date,
): Promise<OverviewFigures> {
  const [[warehouses, counted], sampled, answered] = await Promise.all([
    inTenant(
      database,
      { organizationId },
      (tx) => Promise.all([firstWarehouses(tx, warehousesMax), readLastDay(tx, until)]),
      { readOnly: true },
    ),
    readQuarters(database, until),
    readRequestQuarters(database, until),
  ]);
  return {
    until: until.toISOString(),
    warehouses,
    counts: countsOf(warehouses, counted),
    queues: queueNames.map((queue) => queueOf(queue, sampled)),
    requests: requestsOf(answered),
  };
}

function countsOf(warehouses: readonly WarehouseName[], counted: readonly HourCount[]) {
  const listed = new Set(warehouses.map(({ id }) => id));
  const counts: OverviewFigures['counts'] = Object.fromEntries(dayMeasures.map((measure) => [measure, {}]));
  for (const { measure, warehouse_id: id, hour, count } of counted) {
    const key = id !== null && listed.has(id) ? id : '';
    const row = (counts[measure]![key] ??= Array.from({ length: hours }, () => 0));
    row[Math.min(hour, hours - 1)]! += count;
  }
  return counts;
}

function queueOf(queue: string, sampled: readonly QueueQuarter[]) {
  const [lag, failed] = [emptyDay(), emptyDay()];
  let open = 0;
  for (const sample of sampled) {
    if (sample.queue !== queue) continue;
    const at = Math.min(sample.quarter, quarters - 1);
    lag[at] = sample.lag_seconds;
    failed[at] = sample.failed;
    open = sample.open;
  }
  return { queue, lag_seconds: lag, open, failed };
}

function requestsOf(sampled: readonly RequestQuarter[]): OverviewFigures['requests'] {
  const [answered, errors] = [emptyDay(), emptyDay()];
  for (const sample of sampled) {
    const at = Math.min(sample.quarter, quarters - 1);
    answered[at] = Number(sample.requests);
    errors[at] = Number(sample.errors);
  }
  return { answered, errors };
}

const emptyDay = (): (number | null)[] => Array.from({ length: quarters }, () => null);
