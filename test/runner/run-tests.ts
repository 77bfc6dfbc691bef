/**
 * One run of tests: those without servers, those with servers, those of the queues with the queues on Postgres, if the
 * tier has both backends, and chaos; beside them the checks of the sources. The last line says how many passed and
 * failed.
 */
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import type { TestServers } from '../helpers/servers.ts';
import { startSharedPlatform } from '../helpers/shared/platform.ts';
import { startTestServers } from '../helpers/shared/start-servers.ts';
import { interruptAva, runAva } from './ava.ts';
import { bundlePackages } from './bundle-packages.ts';
import { checkSources, interruptChecks } from './check-sources.ts';
import { processorSeconds } from './processor-time.ts';
import { openRunDirectory, printSlowest } from './run-directory.ts';
import { Score } from './score.ts';
import {
  filesOf,
  filesOfBothBackends,
  isBelow,
  longestFirst,
  longestOfRulesFirst,
  readTestFiles,
  type TestFile,
  type Tier,
} from './test-files.ts';
import { scoreTries, type Try } from './tries.ts';

const root = path.resolve(import.meta.dirname, '..', '..', '..');
const tiers: Record<string, Tier> = { '--quick': 'quick', '--deep': 'deep' };

interface Run {
  files: TestFile[];
  /** With the queues on Postgres as well. */
  onBothBackends: TestFile[];
  /** For AVA: --match='*goods*'. */
  options: string[];
  areSourcesChecked: boolean;
  env: NodeJS.ProcessEnv;
  score: Score;
}

let interrupted: NodeJS.Signals | undefined;

/** `words` are a tier, options for AVA, and files or folders of tests. Resolves with the exit code. */
export async function runTests(words: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  const directory = openRunDirectory();
  try {
    const run = readWords(words, { ...env, ...directory.env, TEST_PACKAGES: await bundlePackages(root) });
    await runAll(run, directory.path);
    printSlowest(directory.path);
    return run.score.conclude(interrupted);
  } finally {
    directory.remove();
  }
}

/** On Ctrl-C and SIGTERM, AVA and the checks end first, then the servers are stopped on the way out. */
function interrupt(signal: NodeJS.Signals): void {
  interrupted = signal;
  interruptAva();
  interruptChecks();
}

function readWords(words: readonly string[], env: NodeJS.ProcessEnv): Run {
  const tier = words.map((word) => tiers[word]).find((known) => known !== undefined) ?? 'usual';
  const asked = words.filter((word) => word.startsWith('-') && !tiers[word]);
  const all = readTestFiles(root);
  const named = words
    .filter((word) => !word.startsWith('-'))
    .map((word) => path.relative(root, path.resolve(word)).split(path.sep).join('/'));
  const score = new Score(env['TEST_STRICT'] === 'true');
  for (const name of named) {
    if (!all.some(({ source }) => isBelow(source, name))) score.problems.push(`no test is at ${name}`);
  }
  // A narrowed run means somebody is working on one thing: the checks wait for the full run.
  const areSourcesChecked = tier === 'usual' && named.length === 0;
  const files = filesOf(tier, named, all);
  return {
    files,
    onBothBackends: filesOfBothBackends(tier, named, files, all),
    options: asked,
    areSourcesChecked,
    env: { ...env, TEST_TIER: tier },
    score,
  };
}

async function runAll(run: Run, directory: string): Promise<void> {
  const checks = run.areSourcesChecked ? checkSources(root) : undefined;
  await runPasses(run, directory);
  if (checks) {
    await phase('format, lint and dead code, what is left of them', async () => {
      run.score.problems.push(...(await checks));
    });
  }
}

async function runPasses(run: Run, directory: string): Promise<void> {
  const alone = longestOfRulesFirst(run.files.filter(({ needsServers }) => !needsServers));
  await pass('tests without servers', run, alone, (files) => runAva(root, files, run.options, run.env));
  const onServers = longestFirst(run.files.filter(({ needsServers }) => needsServers));
  if (onServers.length === 0 || interrupted) return;
  const isChaos = ({ source }: TestFile): boolean => isBelow(source, 'test/chaos');
  const files = onServers.filter((file) => !isChaos(file));
  const servers = await startTestServers({ redisUrl: run.env['REDIS_URL'] || undefined, log: console.log });
  const onRedis = tryOnPlatform(run, servers, directory);
  const onPostgres = tryOnPlatform(run, { ...servers, redisUrl: '' }, directory);
  // Chaos starts processes of its own and lives by their pace: fewer at once than ava.config.js allows.
  const withChaos = tryOnPlatform(
    { ...run, options: ['--concurrency=2', ...run.options] },
    servers,
    directory,
  );
  try {
    if (servers.redisUrl) {
      await pass('tests, queues on Redis', run, files, onRedis, servers.pids);
      const again = longestFirst(run.onBothBackends);
      await pass('tests of the queues, queues on Postgres', run, again, onPostgres, servers.pids);
    } else {
      console.log('no redis-server on PATH and no REDIS_URL: the tests run on the Postgres queue backend');
      await pass('tests, queues on Postgres', run, files, onPostgres, servers.pids);
    }
    await pass('chaos', run, onServers.filter(isChaos), withChaos, servers.pids);
  } finally {
    await servers.stop();
  }
}

async function pass(
  title: string,
  run: Run,
  files: readonly TestFile[],
  tryFiles: Try,
  pids: readonly number[] = [],
): Promise<void> {
  if (files.length === 0 || interrupted) return;
  await phase(title, () => scoreTries(files, tryFiles, run.score, () => interrupted !== undefined), pids);
}

/** On a platform that the files share (test/helpers/join-platform.ts); what is wrong with it at its end is a failure. */
function tryOnPlatform(run: Run, servers: TestServers, directory: string): Try {
  return async (files) => {
    const shared = await startSharedPlatform(servers, mkdtempSync(path.join(directory, 'files-')));
    const env = {
      ...run.env,
      TEST_DATABASE_URL: servers.databaseUrl,
      TEST_REDIS_URL: servers.redisUrl,
      TEST_PLATFORM: JSON.stringify(shared),
    };
    const tally = await runAva(root, files, run.options, env);
    const faults = await shared.stop();
    for (const fault of faults) console.log(`  ✘ the shared platform: ${fault}`);
    const failures = faults.map((title) => ({ title, shown: '', file: undefined }));
    return { ...tally, failures: [...tally.failures, ...failures] };
  };
}

async function phase(title: string, work: () => Promise<void>, pids: readonly number[] = []): Promise<void> {
  const [from, processorFrom] = [performance.now(), processorSeconds(pids)];
  console.log(`== ${title}`);
  await work();
  const [now, processorNow] = [performance.now(), processorSeconds(pids)];
  const processor =
    processorFrom === undefined || processorNow === undefined
      ? ''
      : `, ${(processorNow - processorFrom).toFixed(1)} s of processor time`;
  console.log(`== ${title}: ${((now - from) / 1000).toFixed(1)} s${processor}`);
}
