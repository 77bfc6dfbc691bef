/**
 * R37: an organization is moved between two cells, there and back, while it and its neighbour receive, count, ship, print,
 * hear from their stores and tell subscribers; the mover, one of the source's APIs, one of the target's workers and the
 * proxy are killed in turn.
 */
import type pg from 'pg';
import { hasHaproxy } from '../../cells/proxy-rig.ts';
import { createRandom, type Random } from '../../http/random.ts';
import { checkHouse, drained } from '../checker.ts';
import { pause } from '../program.ts';
import { makeOrganization } from '../rig.ts';
import { sized, stopAll, type Chaos, type Result } from '../scenario.ts';
import { startTenantLoad, statusOf, type TenantLoad } from '../tenant-load.ts';
import {
  otherThan,
  startTwoCells,
  type CellName,
  type Mover,
  type Tenant,
  type TwoCells,
} from '../two-cells.ts';

const drainMsMax = 60_000;
const answersCompared = 20;

interface Moved extends Tenant {
  cell: CellName;
}

export async function movedUnderLoad(chaos: Chaos): Promise<Result> {
  if (!hasHaproxy) return { figures: { skipped: 'no haproxy' }, problems: [] };
  const stops: (() => unknown)[] = [];
  const scene = { teardown: (stop: () => unknown) => void stops.unshift(stop) };
  try {
    const size = chaos.size < 0.1 ? 'small' : 'full';
    const two = await startTwoCells(scene, { workers: size === 'small' ? 1 : 2 });
    const mover: Moved = {
      organization: two.cells.a.organization,
      url: two.proxy.url,
      store: 'pear.example.test',
      cell: 'a',
      get owner() {
        return two.cells[this.cell].owner;
      },
    };
    const neighbour: Tenant = {
      organization: await makeOrganization(two.cells.a.ownerUrl, 'standard'),
      url: two.proxy.url,
      store: 'plum.example.test',
      owner: two.cells.a.owner,
    };
    for (const { organization, store } of [mover, neighbour])
      await two.lead({ organization: organization.id, store }, 'a');
    const loads = {
      mover: await startTenantLoad(scene, mover, { seed: chaos.seed, size }),
      neighbour: await startTenantLoad(scene, neighbour, { seed: chaos.seed + 1, size }),
    };
    return await underLoad(chaos, two, mover, loads);
  } finally {
    await stopAll(stops);
  }
}

interface Loads {
  mover: TenantLoad;
  neighbour: TenantLoad;
}

async function underLoad(chaos: Chaos, two: TwoCells, mover: Moved, loads: Loads): Promise<Result> {
  const random = createRandom(chaos.seed + 2);
  const problems: string[] = [];
  const frozenMs: string[] = [];
  const calmMs = sized(chaos, 30_000, 3_000);
  const began = Date.now();
  await pause(calmMs);
  const before = Date.now();
  // One that nobody disturbs but the copying itself.
  if (chaos.size >= 0.1) frozenMs.push(await moveOnce(two, mover, loads, problems));
  const after = Date.now();
  const rounds = sized(chaos, 4, 1);
  let moversKilled = 0;
  for (let round = 0; round < rounds; round += 1) {
    const killing = killInTurn(two, mover.cell, random);
    killing.catch(() => {});
    moversKilled += await killMovers(two, mover, random);
    frozenMs.push(await moveOnce(two, mover, loads, problems, killing));
    // What it has left there is in the way of the way back, unless it has been removed before.
    if (round % 2 === 0) problems.push(...(await removed(two, mover)));
    await pause(calmMs / 10);
  }
  await Promise.all([loads.mover.end(), loads.neighbour.end()]);
  const [moved, neighbour] = await Promise.all([loads.mover.judge(), loads.neighbour.judge()]);
  problems.push(...moved.problems, ...neighbour.problems.map((told) => `neighbour: ${told}`));
  problems.push(...(await inRest(two, mover)));
  const p99 = { before: p99Of(loads, began, before), during: p99Of(loads, before, after) };
  if (chaos.size >= 1 && p99.during > 2 * p99.before)
    problems.push(`the neighbour's p99 went from ${p99.before} to ${p99.during} ms`);
  return {
    figures: {
      moves: frozenMs.length,
      movers_killed: moversKilled,
      nobody_could_write_ms: frozenMs.join(' '),
      ...moved.figures,
      ...(chaos.size >= 0.1 ? { neighbour_p99_ms: `${p99.before} -> ${p99.during}` } : {}),
    },
    problems,
  };
}

/** Runs the command to its end. Returns for how long nobody could write, as it says. */
async function moveOnce(
  two: TwoCells,
  mover: Moved,
  loads: Loads,
  problems: string[],
  killing?: Promise<void>,
): Promise<string> {
  const { organization, cell: from } = mover;
  const moving = two.administer('move-organization', organization.id, from);
  const code = await moving.ended;
  if (code !== 0) throw new Error(`the move ended with ${code}: ${moving.said()}`);
  await killing;
  const left = await statusOf(two.cells[from].url, organization);
  if (left !== 421) problems.push(`where it has been, it is answered ${left}`);
  mover.cell = otherThan(from);
  problems.push(...(await loads.mover.askAgain(answersCompared)));
  return /nobody could write for (\d+) ms/.exec(moving.said())?.[1] ?? '?';
}

/** Two movers die: one while it copies, one about when the organization is frozen. */
async function killMovers(two: TwoCells, { organization, cell }: Moved, random: Random): Promise<number> {
  const start = (): Mover => two.administer('move-organization', organization.id, cell);
  const copying = start();
  await Promise.race([pause(1_000 + random.whole(5_000)), copying.ended]);
  copying.kill();
  await copying.ended;
  const freezing = start();
  const isCopied = (): boolean => /^(\d+) of \1 tables/m.test(freezing.said());
  let isOver = false;
  void freezing.ended.then(() => (isOver = true));
  while (!isCopied() && !isOver) await pause(5);
  await pause(random.whole(600));
  freezing.kill();
  await freezing.ended;
  return 2;
}

async function killInTurn({ cells, proxy }: TwoCells, from: CellName, random: Random): Promise<void> {
  const kills = [
    () => random.pick(cells[from].apis).crash(),
    () => random.pick(cells[otherThan(from)].workers).crash(),
    () => proxy.crash(),
  ];
  for (const kill of kills) {
    await pause(1_000 + random.whole(4_000));
    await kill();
  }
}

async function removed(two: TwoCells, { organization, cell }: Moved): Promise<string[]> {
  const left = otherThan(cell);
  const removing = two.administer('remove-organization', organization.id, left);
  const code = await removing.ended;
  if (code !== 0) return [`remove-organization ended with ${code}: ${removing.said()}`];
  const rows = await rowsOf(two.cells[left].owner, organization.id);
  return rows.size === 0 ? [] : [`${[...rows.keys()].join(', ')} are still where it has been`];
}

/** When nobody works any more: moved once more, its rows are the same in both, and both houses are in order. */
async function inRest(two: TwoCells, mover: Moved): Promise<string[]> {
  const problems: string[] = [];
  if ((await drained(mover.owner, drainMsMax)) === undefined)
    problems.push('commands were still open after the time to drain');
  const from = mover.cell;
  const moving = two.administer('move-organization', mover.organization.id, from);
  if ((await moving.ended) !== 0) return [...problems, `the last move failed: ${moving.said()}`];
  mover.cell = otherThan(from);
  const [there, here] = await Promise.all(
    [from, mover.cell].map((cell) => rowsOf(two.cells[cell].owner, mover.organization.id)),
  );
  const names = [...new Set([...there!.keys(), ...here!.keys()])];
  const differing = names.filter((name) => there!.get(name) !== here!.get(name));
  if (differing.length > 0) problems.push(`${differing.join(', ')} are not the same in both cells`);
  problems.push(...(await removed(two, mover)));
  for (const cell of ['a', 'b'] as const)
    problems.push(...(await checkHouse(two.cells[cell].owner)).map((told) => `cell ${cell}: ${told}`));
  return problems;
}

/** The tables with rows of an organization, and a sum over what the rows say. */
async function rowsOf(owner: pg.Pool, organizationId: string): Promise<Map<string, string>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  const found = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await owner.query<{ many: number; sum: string }>(
      `select count(*)::int as many, md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as sum
         from ${name} t where organization_id = $1`,
      [organizationId],
    );
    if (rows[0]!.many > 0) found.set(name, `${rows[0]!.many} ${rows[0]!.sum}`);
  }
  return found;
}

function p99Of({ neighbour }: Loads, from: number, to: number): number {
  const sorted = neighbour.latencies(from, to).sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;
}
