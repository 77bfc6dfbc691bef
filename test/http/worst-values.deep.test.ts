/**
 * The worst in every field, path and query of the router's own list, one at a time: it is refused in a sentence with a
 * code and the field, or taken and read back as it was sent; never a 5xx, never slowly.
 */
import test from 'ava';
import { pathParams } from '../../api/http/surface.ts';
import type { Endpoint } from '../../api/http/endpoint.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { bodyWith, fieldsOf } from './body-fields.ts';
import {
  bodySchemaOf,
  endsTheWalk,
  everyEndpoint,
  headersOf,
  isWrite,
  nameOf,
  operationOf,
  pathOf,
} from './endpoints.ts';
import type { Schema } from './generate.ts';
import { ownIds, plantRecords } from './plant.ts';
import { createRandom } from './random.ts';
import { worstInPath, worstJson } from './worst-values.ts';
import { inLanes, wired, type Wired, type WireAnswer } from './wire.ts';

let platform: Wired<Platform>;
test.before(async () => {
  platform = wired(await joinPlatform(), 8);
  await plantRecords(platform, platform.standard);
});
test.after.always(() => platform?.stop());

const slowMs = 1_000;

/** One value at each field: other ones from field to field, so that each stands at many of them. */
function triedHere(turn: number, values: readonly string[]): readonly string[] {
  return [values[turn % values.length]!];
}

interface Asked {
  endpoint: Endpoint;
  path: string;
  body?: string;
  /** The field of the body that has the worst, if it is one of the body's own. */
  field?: string;
}

/** What is wrong with the answers to what is asked; what was slow is asked once more, alone. */
async function problemsOf(asked: readonly Asked[]): Promise<string[]> {
  const slow: Asked[] = [];
  const problems = await inLanes(asked, 8, async (one) => {
    const from = performance.now();
    const answer = await ask(one);
    if (performance.now() - from > slowMs) slow.push(one);
    const problem = problemOf(answer) ?? readBackProblem(one, answer);
    return problem && `${wordsOf(one)} -> ${problem}`;
  });
  for (const one of slow) {
    const from = performance.now();
    await ask(one);
    if (performance.now() - from > slowMs) problems.push(`${wordsOf(one)} -> slow`);
  }
  return problems.filter((problem) => problem !== undefined);
}

function ask({ endpoint, path, body }: Asked): Promise<WireAnswer> {
  const headers = headersOf(endpoint, platform.standard);
  return platform.wire.send(endpoint.method, path, { headers, ...(body === undefined ? {} : { body }) });
}

const wordsOf = ({ endpoint, path, body = '' }: Asked): string =>
  `${nameOf(endpoint)} ${path.slice(0, 200)} ${body.slice(0, 600)}`;

function problemOf({ status, text, body, headers }: WireAnswer): string | undefined {
  const told = `${status} ${text.slice(0, 300)}`;
  if (status >= 500 || headers['x-injected'] !== undefined) return told;
  if (status < 400) return undefined;
  const { code, message, details } = body?.error ?? {};
  if (typeof code !== 'string' || typeof message !== 'string' || !/[.?!]$/.test(message)) return told;
  const isNamed = code !== 'VALIDATION_FAILED' || (details?.[0]?.path !== undefined && details[0].message);
  return isNamed ? undefined : told;
}

/** What was taken is there as it was sent; the case and the signs between do not count in numbers of containers and taxes. */
function readBackProblem({ endpoint, body, field }: Asked, answer: WireAnswer): string | undefined {
  // What is there once is changed by the requests beside it.
  if (field === undefined || answer.status >= 300 || endpoint.method !== 'POST') return undefined;
  const sent: unknown = JSON.parse(body!)[field];
  const got: unknown = (answer.body?.data ?? answer.body)?.[field];
  if (got === undefined || typeof sent !== typeof got || typeof sent === 'object') return undefined;
  const isSame =
    typeof sent === 'string' && typeof got === 'string'
      ? plain(sent) === plain(got) || Date.parse(sent) === Date.parse(got)
      : sent === got;
  const words = JSON.stringify([sent, got]);
  return isSame ? undefined : `${field} was sent and is: ${words.slice(0, 200)}`;
}

const plain = (text: string): string => text.replaceAll(/[\s.-]/g, '').toLowerCase();

test('a moment whose offset leads out of the calendar is refused, not stored and then unanswerable', async (t) => {
  for (const expires_at of ['9999-12-31T23:59:59-12:00', '1900-01-01T00:00:00+14:00']) {
    const token = { name: 'Last', permissions: ['wms.inbound.view'], expires_at };
    const { status, body, text } = await platform.client.post('/api/tenancy/tokens', token);
    t.is(status, 400, text);
    t.is(body.error.details[0].path, 'expires_at');
  }
});

test('the worst in every field of every body', async (t) => {
  const idOf = ownIds(platform.standard);
  const writes = everyEndpoint.filter((endpoint) => isWrite(endpoint) && !endsTheWalk(endpoint));
  const asked = writes.flatMap((endpoint, turn) => {
    const content = operationOf(endpoint)['requestBody']?.content ?? {};
    if (!content['application/json']) return [];
    const schema = bodySchemaOf(endpoint);
    return fieldsOf(schema).flatMap((field, index) =>
      triedHere(turn + index, worstJson).map((json) => ({
        endpoint,
        path: pathOf(endpoint, idOf),
        ...(field.length === 1 ? { field: String(field[0]) } : {}),
        body: bodyWith(schema, field, json, createRandom(turn * 1_000 + index), idOf),
      })),
    );
  });
  t.log(`${asked.length} requests`);
  t.deepEqual(await problemsOf(asked), []);
});

test('the worst in every path and every query', async (t) => {
  const idOf = ownIds(platform.standard);
  const asked = everyEndpoint.flatMap((endpoint, turn) => {
    const body = isWrite(endpoint) ? { body: '{"no_such_field":1}' } : {};
    const whole = pathOf(endpoint, idOf);
    const queries = (operationOf(endpoint)['parameters'] as Schema[]).filter((one) => one['in'] === 'query');
    const inPath = pathParams(endpoint.path).flatMap((name, index) =>
      triedHere(turn + index, worstInPath).map((value) => ({
        endpoint,
        path: whole.replace(encodeURIComponent(String(segmentOf(endpoint, whole, name))), () => value),
        ...body,
      })),
    );
    const inQuery = queries.flatMap(({ name }, index) =>
      triedHere(turn + index, worstInPath).flatMap((value) =>
        [`${name}=${value}`, `${name}=1&${name}=${value}`, `${name}%5B%5D=${value}`].map((query) => ({
          endpoint,
          path: `${whole}?${query}`,
          ...body,
        })),
      ),
    );
    return [...inPath, ...inQuery];
  });
  t.log(`${asked.length} requests`);
  t.deepEqual(await problemsOf(asked), []);
});

function segmentOf({ path }: Endpoint, whole: string, name: string): string {
  return decodeURIComponent(whole.split('/')[path.split('/').indexOf(`{${name}}`)] ?? '');
}
