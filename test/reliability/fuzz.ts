/**
 * R14: seeded requests to every endpoint of the description, half of them valid, half with a flaw put in. None may be
 * answered with a 5xx or with a response that does not match the description.
 */
import { assertDescribed } from '../http/described.ts';
import type { TestOrganization } from '../helpers/organization.ts';
import {
  bodySchemaOf,
  endsTheWalk,
  everyEndpoint,
  headersOf,
  isWrite,
  operationOf,
  pathOf,
} from '../http/endpoints.ts';
import { fitting, flawed, type IdOf, type Schema } from '../http/generate.ts';
import { ownIds } from '../http/plant.ts';
import { createRandom, type Random } from '../http/random.ts';
import { inLanes, openWire, type Wire } from '../http/wire.ts';

export interface FuzzReport {
  requests: number;
  /** Answers by status. */
  statuses: Record<string, number>;
  /** Requests answered with a 5xx or not as described, in full, so that they can be repeated by hand. */
  problems: string[];
}

const lanes = 8;
const knownIdsMax = 300;
const problemsMax = 25;

/** Sends `requests` requests as the organization. `tick` is called every 500 requests. */
export async function runFuzz(options: {
  url: string;
  organization: TestOrganization;
  requests: number;
  seed: number;
  tick?: (sent: number) => Promise<void>;
}): Promise<FuzzReport> {
  const { url, organization, requests, seed, tick } = options;
  const wire = openWire(url, lanes);
  const report: FuzzReport = { requests: 0, statuses: {}, problems: [] };
  const known: string[] = [];
  try {
    await inLanes(
      Array.from({ length: requests }, (_, index) => index),
      lanes,
      async (index) => {
        if (report.problems.length >= problemsMax) return;
        const random = createRandom(seed + index * 7919);
        const problem = await once({ url, wire, organization, random, known, report });
        if (problem) report.problems.push(`request ${index} of seed ${seed}: ${problem}`);
        report.requests += 1;
        if (report.requests % 500 === 0) await tick?.(report.requests);
      },
    );
  } finally {
    await wire.close();
  }
  return report;
}

interface Round {
  url: string;
  wire: Wire;
  organization: TestOrganization;
  random: Random;
  known: string[];
  report: FuzzReport;
}

async function once({ url, wire, organization, random, known, report }: Round): Promise<string | undefined> {
  const endpoint = random.pick(everyEndpoint);
  const isSpared = endsTheWalk(endpoint);
  const own = ownIds(organization);
  const idOf: IdOf = (field) => {
    if (random.chance(0.2)) return undefined;
    return own(field) ?? (known.length > 0 && random.chance(0.7) ? random.pick(known) : undefined);
  };
  const path =
    pathOf(endpoint, isSpared ? () => undefined : idOf, random) +
    queryOf(operationOf(endpoint), random, idOf);
  const headers = { ...headersOf(endpoint, organization), ...moods(random) };
  const body = isWrite(endpoint) ? bodyText(bodySchemaOf(endpoint), random, idOf, isSpared) : undefined;
  const words = `${endpoint.method} ${path} ${body?.slice(0, 1_500) ?? ''}`;
  const answer = await wire.send(endpoint.method, path, { headers, ...(body === undefined ? {} : { body }) });
  report.statuses[answer.status] = (report.statuses[answer.status] ?? 0) + 1;
  if (answer.status >= 500) return `${words} -> ${answer.status} ${answer.text.slice(0, 400)}`;
  remember(answer.body, known, random);
  if (!String(answer.headers['content-type']).startsWith('application/json')) return undefined;
  return assertDescribed(url, endpoint.method, path, answer).then(
    () => undefined,
    (fault: Error) => `${words} -> ${fault.message}`,
  );
}

function bodyText(schema: Schema, random: Random, idOf: IdOf, isSpared: boolean): string {
  const body = fitting(schema, random, idOf);
  if (isSpared || random.chance(0.5))
    return isSpared ? JSON.stringify({ ...(body as object), no_such_field: 1 }) : JSON.stringify(body);
  const broken = JSON.stringify(flawed(JSON.parse(JSON.stringify(body)), random)) ?? 'null';
  return random.chance(0.05) ? broken.slice(0, random.whole(broken.length)) : broken;
}

const oddQueries: readonly string[] = [
  '%00',
  '%ED%A0%80',
  '-1',
  '1e9',
  "'",
  '2026-02-30',
  '%5B%5D',
  'a%25_',
  '%F0%9F%98%80',
  '%',
];

function queryOf(operation: Schema, random: Random, idOf: IdOf): string {
  const parameters = (operation['parameters'] as Schema[]).filter(
    (one) => one['in'] === 'query' && random.chance(0.4),
  );
  const pairs = parameters.map(({ name, schema }) => {
    const isFitting = random.chance(0.7);
    const value = isFitting
      ? encodeURIComponent(String(fitting(schema, random, idOf, name)))
      : random.pick(oddQueries);
    return `${encodeURIComponent(name)}=${value}`;
  });
  if (random.chance(0.03)) pairs.push('unknown=1');
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

function moods(random: Random): Record<string, string> {
  return {
    ...(random.chance(0.1)
      ? { prefer: random.pick(['respond-async', 'wait=0', 'wait=1', 'wait=x', 'wait=-1']) }
      : {}),
    ...(random.chance(0.1)
      ? { 'idempotency-key': random.pick(['"k"', `k${random.whole(50)}`, '', ' ', 'x'.repeat(256)]) }
      : {}),
    ...(random.chance(0.05)
      ? {
          accept: random.pick([
            'application/problem+json',
            'text/html',
            'application/pdf',
            'text/csv',
            '*/*;q=0',
          ]),
        }
      : {}),
    ...(random.chance(0.02)
      ? { 'content-type': random.pick(['text/plain', 'application/json; charset=utf-16', '']) }
      : {}),
  };
}

/** Ids seen in answers are reused, so that requests reach records that exist. */
function remember(value: unknown, known: string[], random: Random): void {
  if (typeof value !== 'object' || value === null) return;
  const { id } = value as { id?: unknown };
  if (typeof id === 'string' && id.length === 36) {
    if (known.length < knownIdsMax) known.push(id);
    else known[random.whole(knownIdsMax)] = id;
  }
  for (const inner of Object.values(value)) remember(inner, known, random);
}
