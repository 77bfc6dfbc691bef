/**
 * What every endpoint owes every caller: identity, organization, permission (R16), unknown fields, paging, methods. Who may
 * call is asked at every endpoint in `npm test` as well; the rest at a third of them (breadth.ts).
 */
import { randomBytes, randomUUID } from 'node:crypto';
import test from 'ava';
import { permissions, type Permission } from '../../domain/permissions.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import {
  everyEndpoint,
  headersOf,
  isWrite,
  nameOf,
  operationOf,
  pathOf,
  permissionsOf,
} from './endpoints.ts';
import { until } from '../helpers/wait.ts';
import { someOf } from './breadth.ts';
import { inLanes, wired, type Wired, type WireAnswer } from './wire.ts';

let platform: Wired<Platform>;
test.before(async () => {
  platform = wired(await joinPlatform());
});
test.after.always(() => platform?.stop());

const noId = (): undefined => undefined;
// A field no endpoint has: an authorized write stops at validation, so the walk leaves no trace.
const probe = JSON.stringify({ probe_of_the_walk: 1 });

const without =
  (name: string) =>
  (headers: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(headers).filter(([header]) => header !== name));

async function token(granted: readonly Permission[]): Promise<{ accessToken: string; id: string }> {
  const accessToken = `wop_${randomBytes(32).toString('base64url')}`;
  await platform.standard.addToken(accessToken, granted, null);
  return { accessToken, id: platform.standard.id };
}

/** Calls every endpoint and returns the names of those whose answer is not as `expected`. */
async function walk(
  headers: (headers: Record<string, string>) => Record<string, string>,
  expected: (answer: WireAnswer) => boolean,
  endpoints = everyEndpoint,
): Promise<string[]> {
  const answers = await inLanes(endpoints, 12, async (endpoint) => {
    const request = {
      headers: headers(headersOf(endpoint, platform.standard)),
      ...(isWrite(endpoint) ? { body: probe } : {}),
    };
    const answer = await platform.wire.send(endpoint.method, pathOf(endpoint, noId), request);
    return expected(answer)
      ? undefined
      : `${nameOf(endpoint)}: ${answer.status} ${answer.text.slice(0, 200)}`;
  });
  return answers.filter((problem) => problem !== undefined);
}

const refuses =
  (status: number, code: string) =>
  (answer: WireAnswer): boolean =>
    answer.status === status &&
    answer.body?.error?.code === code &&
    answer.body.error.request_id !== undefined;

test('every endpoint refuses a request without a token', async (t) => {
  t.deepEqual(await walk(without('authorization'), refuses(401, 'UNAUTHENTICATED')), []);
});

test('every endpoint refuses an expired and a revoked token', async (t) => {
  const expired = await token(['wms.inbound.view']);
  const revoked = await token(['wms.inbound.view']);
  const { owner, standard } = platform;
  const change = (words: string, accessToken: string) =>
    owner.query(
      `update access_tokens set ${words} where organization_id = $1 and token_hash = sha256($2::bytea)`,
      [standard.id, Buffer.from(accessToken)],
    );
  t.is((await change("expires_at = now() - interval '1 second'", expired.accessToken)).rowCount, 1);
  t.is((await change('revoked_at = now()', revoked.accessToken)).rowCount, 1);
  for (const { accessToken } of [expired, revoked]) {
    const problems = await walk(
      (headers) => ({ ...headers, authorization: `Bearer ${accessToken}` }),
      // Guesses are limited per address: an endless series of dead tokens gets 429.
      (answer) => refuses(401, 'UNAUTHENTICATED')(answer) || refuses(429, 'RATE_LIMITED')(answer),
      someOf(everyEndpoint),
    );
    t.deepEqual(problems, []);
  }
});

test('every tenant endpoint wants x-organization-id, v1 takes the token for it', async (t) => {
  const tenant = someOf(everyEndpoint.filter(({ path }) => !path.startsWith('/v1/')));
  const bare = without('x-organization-id');
  t.deepEqual(await walk(bare, refuses(400, 'ORGANIZATION_REQUIRED'), tenant), []);
  const v1 = someOf(everyEndpoint.filter(({ path }) => path.startsWith('/v1/')));
  t.deepEqual(
    await walk(bare, (answer) => ![401, 403].includes(answer.status) && answer.status < 500, v1),
    [],
  );
});

test('every endpoint refuses a header that names another organization', async (t) => {
  const foreign = (headers: Record<string, string>) => ({
    ...headers,
    'x-organization-id': platform.threePl.id,
  });
  t.deepEqual(await walk(foreign, refuses(403, 'FORBIDDEN'), someOf(everyEndpoint)), []);
});

test('a token without permissions opens only what is open, and is told what is missing', async (t) => {
  const bare = await token([]);
  const guarded = everyEndpoint.filter((endpoint) => permissionsOf(endpoint).length > 0);
  const problems = await walk(
    (headers) => ({ ...headers, authorization: `Bearer ${bare.accessToken}` }),
    (answer) => refuses(403, 'FORBIDDEN')(answer) && answer.body.error.details?.permission !== undefined,
    guarded,
  );
  t.deepEqual(problems, []);
});

test('R16: each endpoint opens with any one permission it names, and stays shut with all the others together', async (t) => {
  const all = Object.keys(permissions) as Permission[];
  const problems: string[] = [];
  const tokens = new Map<string, ReturnType<typeof token>>();
  const tokenOf = (granted: readonly Permission[]): ReturnType<typeof token> => {
    const key = granted.join();
    const known = tokens.get(key) ?? token(granted);
    tokens.set(key, known);
    return known;
  };
  const guarded = everyEndpoint.filter((endpoint) => permissionsOf(endpoint).length > 0);
  await inLanes(guarded, 12, async (endpoint) => {
    const named = permissionsOf(endpoint);
    const ask = async (granted: readonly Permission[]): Promise<number> => {
      const request = {
        headers: headersOf(endpoint, await tokenOf(granted)),
        ...(isWrite(endpoint) ? { body: probe } : {}),
      };
      return (await platform.wire.send(endpoint.method, pathOf(endpoint, noId), request)).status;
    };
    // A token with every permission but the named ones stands for all lesser ones: rights only add up.
    const shut = await ask(all.filter((name) => !named.includes(name)));
    if (shut !== 403) problems.push(`${nameOf(endpoint)} opens without ${named.join(' or ')}: ${shut}`);
    // On some endpoints, a body without an action is an edit.
    const opening = endpoint.kind === 'actions' && endpoint.edit ? [endpoint.edit.permission] : named;
    for (const name of new Set(opening)) {
      const status = await ask([name]);
      if ([401, 403].includes(status) || status >= 500)
        problems.push(`${nameOf(endpoint)} stays shut with ${name}: ${status}`);
    }
  });
  t.deepEqual(problems, []);
});

test('R16: each action of an actions endpoint opens with its own permission only', async (t) => {
  const problems: string[] = [];
  for (const endpoint of everyEndpoint) {
    if (endpoint.kind !== 'actions') continue;
    for (const name of new Set(permissionsOf(endpoint))) {
      const single = await token([name]);
      for (const [action, { permission }] of Object.entries(endpoint.actions)) {
        const body = JSON.stringify({ action, probe_of_the_walk: 1 });
        const request = { headers: headersOf(endpoint, single), body };
        const { status } = await platform.wire.send('PATCH', pathOf(endpoint, noId), request);
        if (status !== (permission === name ? 400 : 403))
          problems.push(`${nameOf(endpoint)} ${action} with ${name}: ${status}`);
      }
    }
  }
  t.deepEqual(problems, []);
});

test('every write refuses an unknown field by its name', async (t) => {
  const writes = someOf(everyEndpoint.filter(isWrite));
  const problems = await walk(
    (headers) => headers,
    (answer) =>
      refuses(400, 'VALIDATION_FAILED')(answer) &&
      /probe_of_the_walk|action/.test(JSON.stringify(answer.body.error.details)),
    writes,
  );
  t.deepEqual(problems, []);
});

test('every read refuses an unknown query field by its name', async (t) => {
  const reads = someOf(everyEndpoint.filter((endpoint) => !isWrite(endpoint)));
  const problems = await inLanes(reads, 12, async (endpoint) => {
    // Exports have a quota of their own, which the tests of this file share.
    const answer = await until(`${nameOf(endpoint)} is answered`, async () => {
      const given = await platform.wire.send('GET', `${pathOf(endpoint, noId)}?no_such_filter=1`, {
        headers: headersOf(endpoint, platform.standard),
      });
      return given.status !== 429 && given;
    });
    const isRight =
      refuses(400, 'VALIDATION_FAILED')(answer) && answer.body.error.details[0].path === 'no_such_filter';
    return isRight ? undefined : `${nameOf(endpoint)}: ${answer.status} ${answer.text.slice(0, 200)}`;
  });
  t.deepEqual(problems.filter(Boolean), []);
});

test('every list takes a page_size of 200 and refuses 201, 0, a fraction and a repeated one', async (t) => {
  const lists = someOf(everyEndpoint.filter((endpoint) => endpoint.kind === 'query' && endpoint.isList));
  const problems: string[] = [];
  await inLanes(lists, 8, async (endpoint) => {
    const needed = endpoint.path === '/api/wms/lots/shipments' ? `&item_id=${randomUUID()}&lot_no=L` : '';
    const ask = (words: string) =>
      platform.wire.send('GET', `${pathOf(endpoint, noId)}?${words}${needed}`, {
        headers: headersOf(endpoint, platform.standard),
      });
    const isUnderParent = endpoint.path.includes('{');
    const most = await ask('page_size=200');
    if (most.status !== 200 && !(isUnderParent && most.status === 404))
      problems.push(`${nameOf(endpoint)} 200: ${most.status} ${most.text.slice(0, 200)}`);
    if (most.status === 200) {
      const facts = most.body.meta ?? most.body;
      if (facts.page_size !== 200 || facts.page !== 1)
        problems.push(`${nameOf(endpoint)}: its page facts are ${JSON.stringify(facts).slice(0, 100)}`);
      const beyond = await ask('page=1000000&page_size=1');
      if (beyond.status !== 200 || beyond.body.data.length !== 0)
        problems.push(`${nameOf(endpoint)} beyond its last page: ${beyond.status}`);
    }
    for (const words of [
      'page_size=201',
      'page_size=0',
      'page_size=1.5',
      'page=0',
      'page_size=1&page_size=2',
      'page=x',
    ]) {
      const answer = await ask(words);
      if (answer.status !== 400) problems.push(`${nameOf(endpoint)} ${words}: ${answer.status}`);
    }
  });
  t.deepEqual(problems, []);
});

test('every path names the methods it has for one it has not, and refuses malformed ids by name', async (t) => {
  const problems: string[] = [];
  await inLanes(someOf(everyEndpoint), 12, async (endpoint) => {
    const path = pathOf(endpoint, noId);
    const headers = headersOf(endpoint, platform.standard);
    const wrong = await platform.wire.send('PROPFIND', path, { headers });
    const allowed = String(wrong.headers['allow'] ?? '');
    if (wrong.status !== 405 || !allowed.includes(endpoint.method))
      problems.push(`${nameOf(endpoint)}: ${wrong.status} Allow: ${allowed}`);
    const options = await platform.wire.send('OPTIONS', path, { headers });
    if (options.status !== 204) problems.push(`OPTIONS ${path}: ${options.status}`);
    if (endpoint.kind !== 'stream' && endpoint.method === 'GET') {
      const head = await platform.wire.send('HEAD', path, { headers });
      const get = await platform.wire.send('GET', path, { headers });
      // Files beyond the quota of those made at once.
      const isCrowded = path.startsWith('/api/exports/') && [head.status, get.status].includes(429);
      if ((head.status !== get.status && !isCrowded) || head.text !== '')
        problems.push(`HEAD ${path}: ${head.status}, GET ${get.status}`);
    }
    const idParameter = (
      operationOf(endpoint)['parameters'] as { in?: string; schema?: { format?: string } }[]
    ).find((one) => one.in === 'path' && one.schema?.format === 'uuid');
    if (!idParameter) return;
    for (const id of [
      '{00000000-0000-4000-8000-000000000000}',
      'urn:uuid:00000000-0000-4000-8000-000000000000',
      'x',
      '1 or 1=1',
      '\u0000',
    ]) {
      const answer = await platform.wire.send(
        endpoint.method,
        pathOf(endpoint, () => id),
        { headers, ...(isWrite(endpoint) ? { body: '{}' } : {}) },
      );
      if (!refuses(400, 'VALIDATION_FAILED')(answer))
        problems.push(
          `${nameOf(endpoint)} with the id ${JSON.stringify(id)}: ${answer.status} ${answer.text.slice(0, 120)}`,
        );
    }
  });
  t.deepEqual(problems, []);
});
