/**
 * R37-down: all of a cell is killed, its Postgres and Redis with it, while an organization of each cell works through the
 * proxy. The other cell's is served as before, all the time; the lost cell's loses and doubles nothing once it is back.
 */
import { hasHaproxy } from '../../cells/proxy-rig.ts';
import { checkHouse, drained } from '../checker.ts';
import { pause } from '../program.ts';
import { sized, stopAll, type Chaos, type Result } from '../scenario.ts';
import { startTenantLoad, statusOf } from '../tenant-load.ts';
import { startTwoCells, type CellName, type Tenant, type TwoCells } from '../two-cells.ts';

const drainMsMax = 60_000;
const statusEveryMs = 100;

export async function cellLost(chaos: Chaos): Promise<Result> {
  if (!hasHaproxy) return { figures: { skipped: 'no haproxy' }, problems: [] };
  const stops: (() => unknown)[] = [];
  const scene = { teardown: (stop: () => unknown) => void stops.unshift(stop) };
  try {
    const size = chaos.size < 0.1 ? 'small' : 'full';
    const two = await startTwoCells(scene, { workers: size === 'small' ? 1 : 2 });
    const tenants = { a: await settled(two, 'a'), b: await settled(two, 'b') };
    const loads = {
      a: await startTenantLoad(scene, tenants.a, { seed: chaos.seed, size }),
      b: await startTenantLoad(scene, tenants.b, { seed: chaos.seed + 1, size }),
    };
    const problems: string[] = [];
    const awayMs: number[] = [];
    const rounds = sized(chaos, 4, 1);
    const calmMs = sized(chaos, 20_000, 3_000);
    for (let round = 0; round < rounds; round += 1) {
      await pause(calmMs);
      const bringBack = await two.lose('a');
      const lostAt = Date.now();
      problems.push(...(await whileAway(two, tenants.a, calmMs)));
      await bringBack();
      awayMs.push(Date.now() - lostAt);
    }
    await pause(calmMs);
    await Promise.all([loads.a.end(), loads.b.end()]);
    const judged = { a: await loads.a.judge(), b: await loads.b.judge() };
    const { unserved, resumed } = judged.b.figures;
    if (unserved! > 0) problems.push(`the other cell's organization was not served ${unserved} times`);
    if (resumed! > 0) problems.push(`the other cell's stream ended ${resumed} times`);
    for (const cell of ['a', 'b'] as const) {
      const { owner } = two.cells[cell];
      const isDrained = (await drained(owner, drainMsMax)) !== undefined;
      const told = [
        ...judged[cell].problems,
        ...(isDrained ? [] : ['commands were still open after the time to drain']),
        ...(await checkHouse(owner)),
      ];
      problems.push(...told.map((one) => `cell ${cell}: ${one}`));
    }
    return {
      figures: {
        away_ms: awayMs.join(' '),
        ...judged.a.figures,
        others_received: judged.b.figures['received']!,
        others_unserved: unserved!,
      },
      problems,
    };
  } finally {
    await stopAll(stops);
  }
}

/** The organization of a cell, behind the proxy. */
async function settled({ cells, proxy, lead }: TwoCells, cell: CellName): Promise<Tenant> {
  const { organization, owner } = cells[cell];
  const store = `${cell}.example.test`;
  await lead({ organization: organization.id, store }, cell);
  return { organization, url: proxy.url, store, owner };
}

/** Whoever asks for an organization of the lost cell is told to come again, at once. */
async function whileAway({ proxy }: TwoCells, { organization }: Tenant, forMs: number): Promise<string[]> {
  const told = new Map<number, number>();
  for (const until = Date.now() + forMs; Date.now() < until; await pause(statusEveryMs)) {
    const status = await statusOf(proxy.url, organization);
    told.set(status, (told.get(status) ?? 0) + 1);
  }
  return [...told.keys()].every((status) => status === 502 || status === 503)
    ? []
    : [
        `of a cell that is lost was answered ${[...told].map(([status, times]) => `${times} times ${status}`).join(', ')}`,
      ];
}
