/** R31: the heaviest bodies below the limit, one at a time: how long each keeps everybody else waiting. */
import type { TestOrganization } from '../../helpers/organization.ts';
import { request } from 'undici';
import { pause } from '../program.ts';

export interface HeavyBody {
  name: string;
  path: string;
  body: string;
}

const blockedMsMax = 50;
// The histogram holds what lies between two turns of its own timer, which is this long when nothing blocks.
const idleMs = 11;
const rounds = 3;

const repeated = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join();

/** Each just below a mebibyte; the CSV below its own limit of eight. */
export function heavyBodies(): HeavyBody[] {
  const csv = `sku,name\n${Array.from({ length: 90_000 }, (_, index) => `S${index},"Item number ${index}, of a long file, ${'x'.repeat(30)}"`).join('\n')}`;
  return [
    { name: 'zeros', path: '/api/oms/orders', body: `{"lines":[${repeated(520_000, () => '0')}]}` },
    // As many values as pass the first look, each as long as the limit lets them be.
    { name: 'numbers', path: '/api/oms/orders', body: `{"lines":[${repeated(99_000, () => '123456.89')}]}` },
    {
      name: 'unknown',
      path: '/api/tenancy/members',
      body: `{${repeated(80_000, (index) => `"f${index}":0`)}}`,
    },
    { name: 'empty_objects', path: '/api/oms/orders', body: `{"lines":[${repeated(340_000, () => '{}')}]}` },
    {
      name: 'open_object',
      path: '/api/oms/orders',
      body: `{"metadata":{${repeated(80_000, (index) => `"f${index}":0`)}}}`,
    },
    { name: 'long_text', path: '/api/tenancy/members', body: `{"name":"${'\u00e9'.repeat(500_000)}"}` },
    { name: 'csv', path: '/api/wms/imports/items', body: JSON.stringify({ csv, dry_run: true }) },
  ];
}

/** The least time of three rounds each body blocks the loop: what others on the machine do shows in one, its own in all. */
export async function blockedMs(url: string, organization: TestOrganization): Promise<Map<string, number>> {
  const blocked = new Map<string, number>();
  for (const { name, path, body } of heavyBodies()) {
    for (let round = 0; round < rounds; round += 1) {
      await longestPause(url);
      const answer = await request(`${url}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${organization.accessToken}`,
          'x-organization-id': organization.id,
          'content-type': 'application/json',
        },
        body,
      });
      await answer.body.dump();
      // 413 or 429 would be an answer to nothing.
      if (![201, 400].includes(answer.statusCode))
        throw new Error(`${name} was answered with ${answer.statusCode}`);
      // The pause is entered into the histogram with the next turn of its timer.
      await pause(60);
      const ms = Math.max(0, (await longestPause(url)) - idleMs);
      blocked.set(name, Math.min(ms, blocked.get(name) ?? Number.POSITIVE_INFINITY));
    }
  }
  return blocked;
}

export function blockedTooLong(blocked: ReadonlyMap<string, number>): string[] {
  return [...blocked]
    .filter(([, ms]) => ms > blockedMsMax)
    .map(([name, ms]) => `the body ${name} blocks the loop for ${Math.round(ms)} ms`);
}

/** Milliseconds since it was last asked. */
async function longestPause(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(metrics)?.[1] ?? 0) * 1_000;
}
