/** Whatever a test throws: it fails, the others of its file pass, and so do the files behind it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { environmentOfAnotherRun } from '../helpers/environment.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const config = `
export default {
  files: ['*.test.mjs'],
  require: ['helpers/own-frames', 'runner/plain-failures'].map((name) => '${root}dist/test/' + name + '.js'),
  workerThreads: false,
  nodeArguments: ['--import=${root}test/runner/bundled-packages.mjs'],
  concurrency: 1,
};`;

const odd = `
import test from 'ava';
const circular = {};
circular.self = circular;
const errors = {
  'a field that is undefined': () => Object.assign(new Error('odd'), { field: undefined, cause: { field: undefined } }),
  'a name that is undefined': () => Object.assign(new Error('odd'), { name: undefined }),
  'a circle': () => Object.assign(new Error('odd', { cause: circular }), circular),
  'a BigInt': () => Object.assign(new Error('odd', { cause: 1n }), { field: 1n }),
  'a function': () => new Error('odd', { cause: () => {} }),
  'a getter that throws': () => Object.defineProperty(new Error('odd'), 'field', { enumerable: true, get: getNothing }),
  'a cause whose getter throws': () => new Error('odd', { cause: { get field() { return getNothing(); } } }),
  'a stack of one line': () => Object.assign(new Error('odd'), { stack: 'Error: odd' }),
  'no stack': () => Object.assign(new Error('odd'), { stack: undefined }),
  'several at once': () => new AggregateError([new Error('odd', { cause: circular })]),
  'no error': () => undefined,
  'no error but an object': () => ({ get field() { return getNothing(); } }),
};
function getNothing() { throw new Error('not to be read'); }
// What is open keeps the process alive: a test that does not end is not noticed by itself.
const open = setInterval(() => {}, 1000);
test.after.always(() => clearInterval(open));
for (const [name, make] of Object.entries(errors)) {
  test('thrown: ' + name, () => { throw make(); });
  test('rejected: ' + name, async () => { await null; throw make(); });
}
test('compared', (t) => t.is(circular, Object.defineProperty({}, 'field', { enumerable: true, get: getNothing })));
test('without an assertion', () => {});
test('a good one', (t) => t.pass());`;

const next = `
import test from 'ava';
test('the next file', (t) => t.pass());`;

test('whatever a test throws, it fails alone and the run goes on', (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'failures-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const files = {
    'package.json': '{"type":"module"}',
    'ava.config.js': config,
    'a.test.mjs': odd,
    'b.test.mjs': next,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const ava = path.join(root, 'node_modules', 'ava', 'entrypoints', 'cli.mjs');
  const { stdout, stderr } = spawnSync(process.execPath, [ava, '--tap'], {
    cwd: folder,
    env: environmentOfAnotherRun(),
    encoding: 'utf8',
    timeout: 150_000,
  });
  t.is(stderr, '');
  const failed = [...stdout.matchAll(/^not ok \d+ - (.*)$/gm)].map(([, title]) => title!);
  t.deepEqual(
    failed.filter((title) => !/^a › (thrown|rejected): /.test(title)),
    ['a › compared', 'a › without an assertion'],
  );
  t.is(new Set(failed).size, 2 * 12 + 2, stdout);
  t.is(failed.length, 2 * 12 + 2, 'each once');
  for (const title of ['a › a good one', 'b › the next file'])
    t.regex(stdout, new RegExp(`^ok \\d+ - ${title}$`, 'm'));
});
