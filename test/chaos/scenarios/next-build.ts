/** R30: under load, every process is replaced one by one by the next build, whose migration runs first. */
import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { testSecrets } from '../../helpers/servers.ts';
import type { Program } from '../program.ts';
import { startRig, type Rig } from '../rig.ts';
import type { Chaos, Result } from '../scenario.ts';
import { twoOfEach, underSteadyLoad } from './steady-load.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const run = promisify(execFile);
const migrateMsMax = 120_000;

/**
 * The next build's migration: one more column on every table the current build's processes have open, which is the
 * worst an additive migration can do to them, one table per transaction.
 */
const nextMigration = `
const tables = \`select format('%I', c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname not like 'schema_migrations%'
  order by 1\`;
export const config = { transaction: false };
export async function up(knex) {
  const { rows } = await knex.raw(tables);
  for (const { name } of rows)
    await knex.raw(\`alter table \${name} add column if not exists of_the_next_build integer not null default 0\`);
}
export async function down() {}
`;

/** A copy of this build with one more migration, in a directory of its own. */
function makeNextBuild(folder: string): string {
  const build = path.join(folder, 'next');
  mkdirSync(build);
  for (const entry of readdirSync(root)) {
    if (entry !== 'dist' && entry !== '.git') symlinkSync(path.join(root, entry), path.join(build, entry));
  }
  cpSync(path.join(root, 'dist'), path.join(build, 'dist'), {
    recursive: true,
    filter: (file) => !/\/dist\/(test|bench)\//.test(file),
  });
  writeFileSync(path.join(build, 'dist/db/migrations/9999_next_build.js'), nextMigration);
  return build;
}

export async function replacedByNextBuild(chaos: Chaos): Promise<Result> {
  const folder = mkdtempSync(path.join(tmpdir(), 'warehouse-next-build-'));
  let rig: Rig | undefined;
  try {
    const build = makeNextBuild(folder);
    rig = await startRig({
      ...(chaos.databaseUrl ? { databaseUrl: chaos.databaseUrl } : {}),
      ...twoOfEach(chaos),
    });
    const running = rig;
    const exits: { code: number | null; ms: number }[] = [];
    const result = await underSteadyLoad(chaos, running, {
      faults: 1,
      fault: async () => {
        await migrateTo(build, running);
        for (const program of [...running.workers, ...running.apis]) {
          exits.push(await program.stop());
          program.build = build;
          await program.start();
        }
      },
    });
    const problems = [...running.workers, ...running.apis].flatMap((program) =>
      ofAnotherBuild(program, build),
    );
    const bad = exits.filter(({ code }) => code !== 0).length;
    if (bad > 0) problems.push(`${bad} processes did not exit with 0`);
    return {
      figures: {
        ...result.figures,
        replaced: exits.length,
        slowest_exit_ms: Math.round(Math.max(...exits.map(({ ms }) => ms))),
      },
      problems: [...result.problems, ...problems],
    };
  } finally {
    await rig?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function migrateTo(build: string, { ownerUrl }: Rig): Promise<void> {
  const env = { PATH: '/usr/bin:/bin', DATABASE_URL: ownerUrl, PLATFORM_SECRET: testSecrets.current };
  const program = path.join(build, 'dist/server/migrate-main.js');
  const { stdout } = await run(process.execPath, [program], { env, timeout: migrateMsMax });
  if (!stdout.includes('applied 9999_next_build'))
    throw new Error(`the next build's migration did not run: ${stdout}`);
}

function ofAnotherBuild({ pid }: Program, build: string): string[] {
  const program = pid === undefined ? '' : readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  return program.includes(build) ? [] : [`a process runs ${program || 'no more'} and not the next build`];
}
