/**
 * Installs packages and compiles the sources when needed. Plain JavaScript on Node alone, because it runs first: before
 * `npm start` and `npm test` in a process of its own (prestart, pretest): on the machine's Node until packages are
 * installed, on theirs from then on, since npm looks there first. Which one the program itself runs on is chosen in
 * chosen-node.ts.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { withBuildLock } from './build-lock.mjs';
import { refusedNode } from './bundled-node.mjs';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const dist = path.join(root, 'dist');
const stamp = path.join(dist, '.built');
const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const consoleSources = path.join(root, 'console');
const consoleStamp = path.join(dist, '.console-built');
const bundler = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
const installed = path.join(root, 'node_modules', '.package-lock.json');

/**
 * Makes sure `dist` is the compiled form of the sources, or says why it cannot be and exits 1. Takes milliseconds if it
 * already is.
 */
export async function setUp() {
  // A release may ship dist alone: then there is nothing to compile.
  const hasSources = existsSync(path.join(root, 'tsconfig.json'));
  const isBuilt = () => !hasSources || readText(stamp) === sourcesSignature();
  const isConsoleBuilt = () => !existsSync(consoleSources) || readText(consoleStamp) === consoleSignature();
  if (!isInstallDue() && isBuilt() && isConsoleBuilt()) return checkNode();
  await withBuildLock(path.join(dist, '.lock'), async () => {
    if (isInstallDue() || (!isBuilt() && !existsSync(compiler))) await install();
    checkNode();
    if (!isBuilt()) await build();
    if (!isConsoleBuilt()) await buildConsole();
  }).catch((error) => fail(error.message));
}

async function install() {
  const hasLock = existsSync(path.join(root, 'package-lock.json'));
  console.log('installing packages (the first time this takes about a minute)');
  const startedAt = Date.now();
  const timer = setInterval(() => console.log(`still installing, ${seconds(startedAt)}`), 10_000);
  // Without development packages there is no compiler; NODE_ENV=production would leave them out.
  const options = [hasLock ? 'ci' : 'install', '--include=dev', '--no-audit', '--no-fund'];
  const viaNpm = process.env.npm_execpath?.endsWith('npm-cli.js') ? process.env.npm_execpath : undefined;
  const code = viaNpm ? await run(process.execPath, [viaNpm, ...options]) : await run('npm', options);
  clearInterval(timer);
  if (code !== 0) fail(`The packages could not be installed (npm ${options[0]} ended with ${code}).`);
  console.log(`packages installed, ${seconds(startedAt)}`);
}

function checkNode() {
  const problem = refusedNode(path.join(root, 'node_modules'), path.join(dist, '.node-checked'));
  if (problem) fail(problem);
}

async function build() {
  const startedAt = Date.now();
  console.log('compiling');
  mkdirSync(dist, { recursive: true });
  rmSync(stamp, { force: true });
  const signature = sourcesSignature();
  dropStaleOutputs();
  // Each checker works out shared types for itself: more of them than processors cost time and gain nothing.
  const checkers = String(Math.min(4, availableParallelism()));
  const code = await run(process.execPath, [compiler, '-p', root, '--checkers', checkers]);
  if (code !== 0) fail('The sources do not compile.');
  writeFileSync(stamp, signature);
  console.log(`compiled, ${seconds(startedAt)}`);
}

/** The pages below /ops: checked, then bundled into dist/console. */
async function buildConsole() {
  const startedAt = Date.now();
  console.log('building the console');
  rmSync(consoleStamp, { force: true });
  const signature = consoleSignature();
  const steps = [
    [compiler, '-p', path.join(consoleSources, 'tsconfig.json')],
    [bundler, 'build', '--config', path.join(consoleSources, 'vite.config.ts')],
  ];
  for (const step of steps) {
    if ((await run(process.execPath, step)) !== 0) fail('The pages of console/ do not build.');
  }
  writeFileSync(consoleStamp, signature);
  console.log(`console built, ${seconds(startedAt)}`);
}

/** Needed if packages are missing, or if the lock file is newer than the installation and differs from it. */
function isInstallDue() {
  if (!existsSync(installed)) return !existsSync(path.join(root, 'node_modules')) || !existsSync(compiler);
  const lock = path.join(root, 'package-lock.json');
  if (!existsSync(lock) || statSync(lock).mtimeMs <= statSync(installed).mtimeMs) return false;
  // A checkout touches the lock file without changing it, and an install takes long, so the contents are compared.
  const wanted = JSON.parse(readFileSync(lock, 'utf8')).packages ?? {};
  const present = JSON.parse(readFileSync(installed, 'utf8')).packages ?? {};
  const hasDevelopment = existsSync(compiler);
  return Object.entries(wanted).some(([name, entry]) => {
    const isOptional =
      name === '' || entry.optional || entry.devOptional || entry.peer || (entry.dev && !hasDevelopment);
    return !isOptional && !entry.link && present[name]?.version !== entry.version;
  });
}

/** Changes whenever a source, or a file that decides how it is compiled, is added, changed or removed. */
function sourcesSignature() {
  const hash = createHash('sha1');
  const files = sourceDirectories().flatMap((directory) => [...sourcesUnder(directory)]);
  for (const file of ['package-lock.json', 'tsconfig.json', ...files]) {
    const stat = statSync(path.join(root, file), { throwIfNoEntry: false });
    hash.update(`${file} ${stat?.size} ${stat?.mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function consoleSignature() {
  const hash = createHash('sha1');
  for (const file of ['package-lock.json', ...filesUnder('console')]) {
    const stat = statSync(path.join(root, file), { throwIfNoEntry: false });
    hash.update(`${file} ${stat?.size} ${stat?.mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** Removes the output of deleted sources: otherwise a deleted test would still run. */
function dropStaleOutputs() {
  const outputs = new Set();
  for (const directory of sourceDirectories()) {
    for (const source of sourcesUnder(directory)) outputs.add(source.replace(/\.ts$/, ''));
    for (const output of filesUnder(path.join('dist', directory))) {
      const [, stem] = /^(.*)\.(?:js|js\.map|d\.ts)$/.exec(path.relative('dist', output)) ?? [];
      if (stem && !outputs.has(stem)) rmSync(path.join(root, output));
    }
  }
  // The compiler trusts its build info: if an output is missing, that has to go, or the output would not be written
  // again.
  const isWhole = [...outputs].every(
    (stem) => stem.endsWith('.d') || existsSync(path.join(dist, `${stem}.js`)),
  );
  if (!isWhole) rmSync(path.join(dist, '.tsbuildinfo'), { force: true });
}

function sourceDirectories() {
  return JSON.parse(readFileSync(path.join(root, 'tsconfig.json'), 'utf8')).include;
}

function* sourcesUnder(directory) {
  for (const file of filesUnder(directory)) if (file.endsWith('.ts')) yield file;
}

function* filesUnder(directory) {
  if (!existsSync(path.join(root, directory))) return;
  for (const entry of readdirSync(path.join(root, directory), { withFileTypes: true })) {
    const file = path.join(directory, entry.name);
    if (entry.isDirectory()) yield* filesUnder(file);
    else yield file;
  }
}

/** Runs a command in the project and shows its output; a signal to us ends it too. Resolves with its exit code. */
function run(command, options, settings = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, options, {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32' && command === 'npm',
      ...settings,
    });
    const forward = (signal) => {
      child.kill(signal);
      child.once('exit', () => process.exit(1));
    };
    process.on('SIGTERM', forward).on('SIGINT', forward);
    const finish = (code) => {
      process.off('SIGTERM', forward).off('SIGINT', forward);
      resolve(code);
    };
    child.once('error', (error) => finish(error.message));
    child.once('exit', (code, signal) => finish(code ?? signal));
  });
}

function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function seconds(startedAt) {
  return `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setUp();
