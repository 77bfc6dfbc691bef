/**
 * `npm run chaos -- [R1 R3 ... | all] [--seed N] [--size X]`: breaks its own platform on this machine, bit by bit, and
 * has an independent checker judge the result. Loopback only; it ends everything it starts.
 */
import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { Command } from 'commander';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../server/postgres/embedded-postgres.ts';
import type { Chaos, Result } from './scenario.ts';
import {
  apiKilled,
  mixedFaults,
  postgresCrashed,
  redisWiped,
  workerFrozen,
  workerKilled,
} from './scenarios/crashes.ts';
import { billingKilled } from './scenarios/billing.ts';
import { postgresFailsOver, redisFailsOver, redisFailsOverTls } from './scenarios/failover.ts';
import { fuzzed } from './scenarios/fuzz.ts';
import { hostileBytes } from './scenarios/hostile.ts';
import { guardRemoved, keysInParallel } from './scenarios/keys.ts';
import { awayAtStart, faultyWire, termUnderLoad } from './scenarios/life.ts';
import { labelsUnderFire } from './scenarios/labels.ts';
import { cellLost } from './scenarios/lost-cell.ts';
import { movedUnderLoad } from './scenarios/moves.ts';
import { farSideLies } from './scenarios/outside.ts';
import { printingUnderFire } from './scenarios/printing.ts';
import { restoredToMoment } from './scenarios/restore.ts';
import { replacedByNextBuild } from './scenarios/next-build.ts';
import { randomSequences } from './scenarios/states.ts';
import { postgresSwitchedOver } from './scenarios/switch-over.ts';
import { anyOrder, moreThanThereIs } from './scenarios/stock.ts';
import { webhooksUnderFire } from './scenarios/webhooks.ts';

const scenarios: Record<string, { title: string; run(chaos: Chaos): Promise<Result> }> = {
  R1: { title: 'workers killed under receive-lines', run: workerKilled },
  R3: { title: 'Redis killed and wiped', run: redisWiped },
  R4: { title: 'Postgres crashed', run: postgresCrashed },
  R5: { title: 'mixed faults', run: mixedFaults },
  R6: { title: 'a worker frozen', run: workerFrozen },
  R7: { title: 'the API killed, clients retry', run: apiKilled },
  R8: { title: 'keys in parallel', run: keysInParallel },
  R9: { title: 'negative control: guard removed', run: guardRemoved },
  R10: { title: 'many lines in any order', run: anyOrder },
  R11: { title: 'more orders than stock', run: moreThanThereIs },
  R12: { title: 'random action sequences', run: randomSequences },
  R13: { title: 'hubs killed while they print', run: printingUnderFire },
  R14: { title: 'fuzzed requests', run: fuzzed },
  R17: { title: 'servers away at start', run: awayAtStart },
  R18: { title: 'SIGTERM under load', run: termUnderLoad },
  R19: { title: 'a faulty wire', run: faultyWire },
  R20: { title: 'a billing worker killed in every step', run: billingKilled },
  R28: { title: 'the Postgres primary lost, its standby promoted', run: postgresFailsOver },
  'R28-planned': { title: 'Postgres switched over, standby away', run: postgresSwitchedOver },
  R29: { title: 'the Redis primary lost, Sentinels fail over', run: redisFailsOver },
  'R29-tls': { title: 'the same over TLS', run: redisFailsOverTls },
  R30: { title: 'all processes replaced by the next build', run: replacedByNextBuild },
  R31: { title: 'raw hostile bytes', run: hostileBytes },
  R33: { title: 'a backup restored to a moment', run: restoredToMoment },
  R35: { title: 'webhooks in and out, all killed', run: webhooksUnderFire },
  R36: { title: 'a far side that lies, workers killed', run: farSideLies },
  R37: { title: 'an organization moved under load, all killed', run: movedUnderLoad },
  'R37-down': { title: 'a cell lost, the other one works on', run: cellLost },
  R38: { title: 'labels bought, all killed', run: labelsUnderFire },
};

const program = new Command('chaos')
  .description('Breaks a platform of its own and checks what is left (docs/reliability.md)')
  .argument('[scenarios...]', `any of ${Object.keys(scenarios).join(', ')}, or all`, ['all'])
  .option('--seed <number>', 'repeats a run', Number, Date.now() % 1_000_000)
  .option('--size <share>', 'share of the full size, 1 being all of it', Number, 1);
program.parse();
const { seed, size } = program.opts<{ seed: number; size: number }>();
const asked =
  program.args.length === 0 || program.args.includes('all') ? Object.keys(scenarios) : program.args;
const unknown = asked.filter((name) => !Object.hasOwn(scenarios, name));
if (unknown.length > 0)
  program.error(`There is no ${unknown.join(', ')}: use ${Object.keys(scenarios).join(', ')} or all.`);

const folder = mkdtempSync(path.join(tmpdir(), 'warehouse-chaos-server-'));
// Root's Postgres runs as another user, who must be able to traverse the folder.
chmodSync(folder, 0o711);
let postgres = await launch();
console.log(`seed ${seed}, size ${size}, Postgres on port ${postgres.port}`);
const chaos: Chaos = {
  seed,
  size,
  databaseUrl: postgres.url,
  postgres: {
    crash: async () => {
      await postgres.stop('immediate');
      postgres = await launch();
    },
    stop: () => postgres.stop('fast'),
    start: async () => {
      postgres = await launch();
    },
  },
};
const table: { name: string; title: string; seconds: string; result: Result }[] = [];
try {
  for (const name of asked) {
    const { title, run } = scenarios[name]!;
    const started = performance.now();
    console.log(`== ${name} ${title}`);
    const result = await run(chaos).catch((fault: Error): Result => ({
      figures: {},
      problems: [`it could not be run: ${inspect(fault)}`],
    }));
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(
      `   ${Object.entries(result.figures)
        .map(([figure, value]) => `${figure} ${value}`)
        .join(', ')} (${seconds} s)`,
    );
    for (const problem of result.problems) console.log(`   PROBLEM ${problem}`);
    table.push({ name, title, seconds, result });
  }
} finally {
  await postgres.stop('immediate');
  rmSync(folder, { recursive: true, force: true });
}
console.log(`\nseed ${seed}`);
for (const { name, title, seconds, result } of table) {
  console.log(`${verdict(result)} ${name.padEnd(4)} ${title.padEnd(36)} ${seconds.padStart(7)} s`);
}
process.exit(table.some(({ result }) => result.problems.length > 0) ? 1 : 0);

function verdict({ figures, problems }: Result): string {
  if (problems.length > 0) return 'BROKEN ';
  return 'skipped' in figures ? 'skipped' : 'held   ';
}

function launch(): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir: path.join(folder, 'data'), durable: true, log: () => {} });
}
