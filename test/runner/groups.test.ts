/** Files that share a process: which do, and that each is run as if it were alone. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import test from 'ava';
import { environmentOfAnotherRun } from '../helpers/environment.ts';
import { groupsOf, withoutGroup } from './groups.ts';
import type { TestFile } from './test-files.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

test('those that share are dealt out evenly, neighbours together; the others are alone and come first', (t) => {
  const fileAt = (name: string, sharesProcess: boolean) => ({ source: name, sharesProcess }) as TestFile;
  const sharing = Array.from('abcdefgh', (name) => fileAt(name, true));
  const groups = groupsOf([...sharing.slice(0, 4), fileAt('x', false), ...sharing.slice(4)]);
  t.deepEqual(
    groups.map((group) => group.map(({ source }) => source).join('')),
    ['x', 'abcd', 'efgh'],
  );
  t.deepEqual(groupsOf([]), []);
});

test('a title is shown as that of its file', (t) => {
  const title = 'test/yard/yard.test.ts › a gate';
  for (const prefix of ['', '3 › ', 'groups-12 › 3 › ']) t.is(withoutGroup(prefix + title), title);
  t.is(withoutGroup('yard › 3 › a gate'), 'yard › 3 › a gate');
});

/** A file that writes down what runs when; its tests wait longer the earlier they are declared. */
const file = (name: string, more = '') => `
import { appendFileSync } from 'node:fs';
import test from 'ava';
const note = (what) => appendFileSync('notes', '${name} ' + what + '\\n');
const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
test.before(async (t) => { await later(5); note('before'); t.context = { of: '${name}', seen: [] }; });
test('slow', async (t) => {
  t.teardown(async () => { await later(20); note('cleaned'); });
  note('slow');
  t.is(t.context.of, '${name}');
  t.context.own = 'slow';
  await later(60);
  note('slow ends');
});
test('quick', async (t) => { note('quick'); t.is(t.context.own, undefined); await later(1); note('quick ends'); });
test.serial('one', async (t) => { note('one'); await later(30); note('one ends'); t.pass(); });
test.serial('two', async (t) => { note('two'); await later(1); note('two ends'); t.pass(); });
test.skip('left out', (t) => t.fail());
test.after.always((t) => note('after ' + t.context.of));
${more}`;

const orderOf = (name: string) =>
  `before, one, one ends, two, two ends, slow, quick, quick ends, slow ends, cleaned, after ${name}`;

function run(
  t: { teardown(end: () => void): void },
  files: Record<string, string>,
): { out: string; notes: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'in-turn-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const inTurn = pathToFileURL(path.join(root, 'dist/test/runner/in-turn.js')).href;
  const list = Object.keys(files).map(
    (name) => `{ source: '${name}', url: new URL('${name}', import.meta.url).href }`,
  );
  const written = {
    ...files,
    'package.json': '{"type":"module"}',
    'ava.config.js': "export default { files: ['group.js'], workerThreads: false };",
    'group.js': `import { runInTurn } from '${inTurn}';\nawait runInTurn([${list.join(', ')}]);`,
    notes: '',
  };
  for (const [name, text] of Object.entries(written)) writeFileSync(path.join(folder, name), text);
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const ava = path.join(root, 'node_modules', 'ava', 'entrypoints', 'cli.mjs');
  const { stdout, stderr } = spawnSync(process.execPath, [ava, '--tap'], {
    cwd: folder,
    env: environmentOfAnotherRun(),
    encoding: 'utf8',
    timeout: 150_000,
  });
  return { out: stdout + stderr, notes: readFileSync(path.join(folder, 'notes'), 'utf8') };
}

const titles = (out: string, how: string) =>
  [...out.matchAll(new RegExp(`^${how} \\d+ - (.*)$`, 'gm'))].map(([, title]) => title!).toSorted();

test('one file after the other: hooks, serial tests, the others at once, what they clean up', (t) => {
  const { out, notes } = run(t, { 'a.test.ts': file('a'), 'b.test.ts': `await null;${file('b')}` });
  const noted = notes.trim().split('\n');
  const expected = ['a', 'b'].flatMap((name) =>
    orderOf(name)
      .split(', ')
      .map((what) => `${name} ${what}`),
  );
  t.deepEqual(noted, expected, out);
  const all = ['a', 'b'].flatMap((name) =>
    ['left out # SKIP', 'one', 'quick', 'slow', 'two'].map((title) => `${name}.test.ts › ${title}`),
  );
  t.deepEqual(titles(out, 'ok'), all);
  t.deepEqual(titles(out, 'not ok'), []);
});

test('what fails fails in its file: a test, a hook before or after, a file that cannot be loaded', (t) => {
  const { out } = run(t, {
    'test.test.ts': file('test', "test.serial('three', () => { throw new Error('three'); });"),
    'hook.test.ts': file('hook', "test.before(() => { throw new Error('no start'); });"),
    'end.test.ts': file('end', "test.after.always(() => { throw new Error('no end'); });"),
    'load.test.ts': "throw new Error('not to be loaded');",
    'good.test.ts': file('good'),
  });
  const failed = titles(out, 'not ok');
  t.deepEqual(
    failed.filter((title) => !/^(hook|end)/.test(title)),
    ['load.test.ts › it cannot be loaded', 'test.test.ts › three'],
  );
  t.is(
    failed.filter((title) => title.startsWith('hook.test.ts')).length,
    4,
    'none runs without what it needs',
  );
  t.is(failed.filter((title) => title.startsWith('end.test.ts')).length, 1, 'the last to end');
  t.is(titles(out, 'ok').filter((title) => title.startsWith('good.test.ts')).length, 5);
});
