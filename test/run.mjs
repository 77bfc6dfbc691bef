/** `npm test`: sets up what is missing, checks the sources, starts the servers and runs AVA on both queue backends. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { root, run, setUp } from '../server/set-up.mjs';

const chosen = process.argv.slice(2);
const programs = { prettier: 'prettier.cjs', oxlint: 'oxlint', knip: 'knip.js' };
const startedAt = Date.now();
const problems = [];
const counts = { passed: 0, failed: 0 };
/** Failed once and passed when tried again: the run does not fail, but the test still has to be fixed. */
const unsteady = [];
const triedAgainMax = 3;
/** These tests rewrite the files they compare with: at a second try they would agree with themselves. */
const writesAnew = ['description', 'client'].map((folder) => path.join('dist', 'test', folder));
let running;
let interrupted;

await phase('set-up', async () => {
  await setUp();
});
// A narrowed run means somebody is working on one thing: the checks wait for the full run.
if (chosen.length === 0) {
  await phase('format, lint and dead code, side by side', () =>
    Promise.all([
      check('prettier', ['--check', '--log-level', 'warn', '--cache', '.']),
      check('oxlint', ['--deny-warnings']),
      check('knip', ['--no-progress']),
    ]),
  );
}
const { startTestServers } = await import('../dist/test/helpers/servers.js');
const { startSharedPlatform } = await import('../dist/test/helpers/shared-platform.js');
let servers;
process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
try {
  await phase('servers', async () => {
    servers = await startTestServers({ redisUrl: process.env.REDIS_URL || undefined, log: console.log });
  });
  await runAll();
} finally {
  await servers?.stop();
}
conclude();

async function runAll() {
  const patterns = chosen.map(toCompiled);
  if (servers.redisUrl) {
    await pass('tests, queues on Redis', servers.redisUrl, patterns);
    // The other tests do not touch a queue backend: running them again would show nothing new.
    const again = queueTests(patterns);
    if (again.length > 0) await pass('queue tests again, queues on Postgres', '', again);
  } else {
    console.log(
      'no redis-server on PATH and no REDIS_URL: the tests run on the Postgres queue backend alone',
    );
    await pass('tests, queues on Postgres', '', patterns);
  }
}

async function pass(title, redisUrl, patterns) {
  if (interrupted) return;
  await phase(title, async () => {
    const first = await runOn(redisUrl, patterns);
    counts.passed += first.passed;
    const again = first.failed > 0 && first.faults === 0 ? filesOfFailures(first) : [];
    if (again.length === 0 || interrupted) {
      counts.failed += first.failed + first.faults;
      return;
    }
    console.log(`\n== a second try, alone on the machine: ${again.join(', ')}`);
    const second = await runOn(redisUrl, again);
    const stillFailed = second.failed + second.faults;
    counts.failed += stillFailed;
    if (stillFailed === 0) {
      counts.passed += first.failures.length;
      unsteady.push(...first.failures, ...first.brokenOff);
    }
  });
}

/** One run of AVA on its own platform; a file whose process broke off counts as one failure. */
async function runOn(redisUrl, patterns) {
  const filesDir = mkdtempSync(path.join(servers.runDir, 'files-'));
  const shared = await startSharedPlatform({ databaseUrl: servers.databaseUrl, redisUrl }, filesDir);
  const { code, output } = await ava(patterns, {
    TEST_DATABASE_URL: servers.databaseUrl,
    TEST_REDIS_URL: redisUrl,
    TEST_PLATFORM: JSON.stringify({ url: shared.url, ownerUrl: shared.ownerUrl }),
    TEST_RUN_DIR: servers.runDir,
    // From Node 22 on, the first file to load a module leaves it compiled for the others.
    NODE_COMPILE_CACHE: path.join(servers.runDir, 'compiled'),
  });
  const faults = await shared.stop();
  if (faults.length > 0) console.log(`The shared platform:\n${faults.join('\n')}`);
  // AVA prints how many passed only if none failed; the ticks are always there.
  const passed = (output.match(/^\s*✔/gm) ?? []).length;
  const failures = found(output, /^\s*✘ \[fail\]: (.+?)(?: \([\d.]+m?s\))?$/gm);
  const brokenOff = found(output, /^\s*✘ (dist\S+\.test\.js) exited/gm);
  const failed =
    sum(output, /^\s*(\d+) (?:tests? failed|uncaught exceptions?|unhandled rejections?)/gm) +
    brokenOff.length;
  return {
    passed,
    failed: code === 0 ? failed : Math.max(failed, 1),
    failures,
    brokenOff,
    faults: faults.length,
  };
}

/**
 * The files that failed, to be tried once more: a failure that stays is the code's; one that goes away is listed as
 * unsteady, to be fixed. None if a failure has no name or there are many: that is no coincidence.
 */
function filesOfFailures({ failed, failures, brokenOff }) {
  const named = failures.length + brokenOff.length;
  if (named < failed || named > triedAgainMax) return [];
  const files = [...filesUnder(path.join(root, 'dist'))].filter((file) => file.endsWith('.test.js'));
  const ofFailures = failures.map((title) => {
    const [file, length] = files
      .map((candidate) => [candidate, namedLength(title, candidate)])
      .reduce((longest, next) => (next[1] > longest[1] ? next : longest));
    return length > 0 ? path.relative(root, file) : undefined;
  });
  const again = [...new Set([...ofFailures, ...brokenOff])];
  return again.every((file) => file && !writesAnew.some((folder) => file.startsWith(folder))) ? again : [];
}

/**
 * AVA writes `test › yard › yard › a title`, without the folders that all its files share: finds out which part is the
 * file's.
 */
function namedLength(title, file) {
  const names = path
    .relative(path.join(root, 'dist'), file)
    .replace(/\.test\.js$/, '')
    .split(path.sep);
  const forms = names.map((_, first) => `${names.slice(first).join(' › ')} › `);
  return forms.find((form) => title.startsWith(form))?.length ?? 0;
}

function ava(patterns, servers_) {
  const env = { ...process.env, ...servers_, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}) };
  const command = path.join(root, 'node_modules', 'ava', 'entrypoints', 'cli.mjs');
  running = spawn(process.execPath, [command, ...patterns], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  running.stdout.setEncoding('utf8').on('data', (text) => {
    process.stdout.write(text);
    output += text;
  });
  return new Promise((resolve) => {
    running.once('close', (code) => {
      running = undefined;
      // eslint-disable-next-line no-control-regex
      resolve({ code, output: output.replace(/\u001B\[[\d;]*m/g, '') });
    });
  });
}

function found(output, form) {
  return [...new Set([...output.matchAll(form)].map(([, name]) => name))];
}

function sum(output, form) {
  return [...output.matchAll(form)].reduce((total, [, count]) => total + Number(count), 0);
}

/** `domain/money.test.ts` and `domain` become what AVA finds under dist; options and patterns stay unchanged. */
function toCompiled(argument) {
  const local = path.relative(root, path.resolve(argument));
  if (argument.startsWith('-') || local.startsWith('dist')) return argument;
  if (argument.endsWith('.ts')) return path.join('dist', local.replace(/\.ts$/, '.js'));
  const isDirectory = existsSync(path.join(root, local)) && argument !== '';
  return isDirectory ? path.join('dist', local, '**', '*.test.js') : argument;
}

/** The arguments of the second pass: options, and those of the chosen files that are queue tests. */
function queueTests(patterns) {
  const found = [...filesUnder(path.join(root, 'dist'))].filter((file) => file.endsWith('.queue.test.js'));
  const files = found.map((file) => path.relative(root, file));
  const asked = patterns.filter((pattern) => pattern.startsWith('dist'));
  const matching = files.filter(
    (file) => asked.length === 0 || asked.some((pattern) => isMatch(file, pattern)),
  );
  return matching.length === 0
    ? []
    : [...matching, ...patterns.filter((pattern) => !pattern.startsWith('dist'))];
}

/** Recognises the two forms built above: one file, or everything under a directory. */
function isMatch(file, pattern) {
  return file === pattern || file.startsWith(pattern.split('**')[0] ?? '');
}

function* filesUnder(directory) {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const file = path.join(directory, entry.name);
    if (entry.isDirectory()) yield* filesUnder(file);
    else yield file;
  }
}

async function check(tool, options) {
  const bin = path.join(root, 'node_modules', tool, 'bin', programs[tool]);
  if ((await run(process.execPath, [bin, ...options])) !== 0) problems.push(tool);
}

async function phase(title, work) {
  if (interrupted) return;
  const from = Date.now();
  console.log(`== ${title}`);
  await work();
  console.log(`== ${title}: ${((Date.now() - from) / 1000).toFixed(1)} s`);
}

/** On Ctrl-C and SIGTERM, AVA ends first, then the servers are stopped on the way out. */
function interrupt(signal) {
  interrupted = signal;
  running?.kill('SIGTERM');
}

function conclude() {
  if (interrupted) console.log(`ended by ${interrupted}`);
  if (problems.length > 0) console.log(`not in order: ${problems.join(', ')}`);
  if (unsteady.length > 0) console.log(`unsteady, passed at the second try:\n  ${unsteady.join('\n  ')}`);
  console.log(`== all: ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`);
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  process.exit(interrupted ? 130 : problems.length + counts.failed > 0 ? 1 : 0);
}
