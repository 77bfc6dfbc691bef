/**
 * R36: calls of all three kinds to a far side that does the work and then answers late, twice, wrongly, with nonsense or
 * never, by workers killed at each step, or frozen past their claims. What deduplicates or can be asked ends done there
 * exactly where it is done here; what can do neither is never done twice, and is settled by a person who looks.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { createTestDatabase } from '../../helpers/database.ts';
import { createRandom } from '../../http/random.ts';
import { startFarSide, type FarSide } from '../outside/far-side.ts';
import { pause, Program } from '../program.ts';
import { sized, type Chaos, type Result } from '../scenario.ts';

const sides = ['deduplicates', 'answers', 'neither'];
const msMax = 250_000;
// A request may be on its way when its sender has given up, on a slow machine for long.
const personWaitsMs = 2_000;

export async function farSideLies(chaos: Chaos): Promise<Result> {
  const random = createRandom(chaos.seed);
  const far = await startFarSide(random);
  const count = sized(chaos, 1_000, 30);
  const scratch = await createTestDatabase(chaos.databaseUrl);
  const owner = new pg.Pool({ connectionString: scratch.ownerUrl, max: 2 });
  // A connection that the pool has given up may still hear that its database is dropped.
  owner.on('error', () => {});
  const folder = mkdtempSync(path.join(tmpdir(), 'warehouse-outside-'));
  const workers = [0, 1].map(
    (at) =>
      new Program({
        file: 'test/chaos/outside/worker-main.js',
        env: {
          DATABASE_URL: scratch.ownerUrl,
          FAR_URL: far.url,
          // A worker takes a second to start: more calls, fewer deaths for each.
          KILLS: String(Math.min(0.02, 2 / count)),
          PAUSES: String(Math.min(0.02, 2 / count)),
          SEED: String(chaos.seed + at),
        },
        logFile: path.join(folder, `${at}.log`),
      }),
  );
  try {
    await say(owner, count);
    return await judge(owner, far, await untilSettled(owner, far, workers));
  } finally {
    await Promise.all(workers.filter(({ isRunning }) => isRunning).map((worker) => worker.stop()));
    far.close();
    await owner.end();
    await scratch.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function say(owner: pg.Pool, count: number): Promise<void> {
  await owner.query(`
    create table far_calls (
      organization_id uuid not null default gen_random_uuid(),
      id uuid primary key default gen_random_uuid(),
      far_side text not null,
      state text not null default 'queued',
      attempts integer not null default 0,
      next_try_at timestamptz not null default now(),
      claim uuid,
      claimed_until timestamptz,
      unknown_since timestamptz
    )`);
  await owner.query(
    'insert into far_calls (far_side) select side from unnest($1::text[]) side, generate_series(1, $2)',
    [sides, count],
  );
}

interface Run {
  kills: number;
  /** Seen done twice before a person had decided anything. */
  twiceAlone: number;
  decided: number;
  isOver: boolean;
}

/** Starts the workers again whenever they have died, and has a person decide once only unknown ones are left. */
async function untilSettled(owner: pg.Pool, far: FarSide, workers: readonly Program[]): Promise<Run> {
  const run: Run = { kills: -workers.length, twiceAlone: 0, decided: 0, isOver: false };
  const deadline = Date.now() + msMax;
  let atRestSince = Date.now();
  while (!run.isOver && Date.now() < deadline) {
    for (const worker of workers) {
      if (worker.isRunning) continue;
      run.kills += 1;
      await worker.start();
    }
    await pause(50);
    const { rows: open } = await owner.query<{ id: string; far_side: string; is_at_rest: boolean }>(
      `select id, far_side, far_side = 'neither' and state = 'unknown' and claim is null as is_at_rest
         from far_calls where state in ('queued', 'unknown')`,
    );
    run.isOver = open.length === 0;
    if (far.underWay > 0 || open.some(({ is_at_rest: isAtRest }) => !isAtRest)) atRestSince = Date.now();
    if (run.isOver || Date.now() - atRestSince < personWaitsMs) continue;
    if (run.decided === 0) run.twiceAlone = await doneTwice(owner, far, 'neither');
    for (const { id } of open) {
      run.decided += 1;
      const state = far.done.has(id) ? 'done' : 'queued';
      await owner.query('update far_calls set state = $2, unknown_since = null where id = $1', [id, state]);
    }
  }
  return run;
}

async function doneTwice(owner: pg.Pool, far: FarSide, side: string): Promise<number> {
  const { rows } = await owner.query<{ id: string }>('select id from far_calls where far_side = $1', [side]);
  return rows.filter(({ id }) => (far.done.get(id) ?? 0) > 1).length;
}

async function judge(owner: pg.Pool, far: FarSide, run: Run): Promise<Result> {
  const problems: string[] = [];
  if (!run.isOver) problems.push(`Not everything was settled within ${msMax} ms.`);
  if (run.twiceAlone > 0) problems.push(`${run.twiceAlone} were done twice, and no person had decided.`);
  if (run.kills === 0) problems.push('No worker was killed.');
  if (run.decided === 0) problems.push('Nothing waited for a person.');
  const { rows } = await owner.query<{ id: string; far_side: string; state: string }>(
    'select id, far_side, state from far_calls',
  );
  for (const { id, far_side: side, state } of rows) {
    const times = far.done.get(id) ?? 0;
    const wanted = state === 'done' ? 1 : 0;
    if (times !== wanted)
      problems.push(`A call (${side}) is ${state} here and was done ${times} times there.`);
  }
  const figures = {
    calls: rows.length,
    done: rows.filter(({ state }) => state === 'done').length,
    refused: rows.filter(({ state }) => state === 'refused').length,
    'workers killed': run.kills,
    'decided by a person': run.decided,
  };
  return { figures, problems: problems.slice(0, 20) };
}
