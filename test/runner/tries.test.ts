/** What passes at its second try has to pass four more, alone; few files of a run may. */
import test from 'ava';
import type { Tally } from './ava.ts';
import { fileAt } from './file-at.ts';
import { Score } from './score.ts';
import { scoreTries } from './tries.ts';

/** Runs some files as often as there are results for them, the failed ones of each; tells what was run. */
async function tried(score: Score, sources: readonly string[], results: readonly (readonly string[])[]) {
  const runs: string[] = [];
  const left = [...results];
  await scoreTries(
    sources.map(fileAt),
    async (files): Promise<Tally> => {
      runs.push(files.map(({ source }) => source).join(' '));
      const failed = left.shift() ?? [];
      const failures = failed.map((source) => ({
        title: `${source} fails`,
        shown: '',
        file: fileAt(source),
      }));
      return { passed: files.length - failed.length, skipped: 0, failures };
    },
    score,
    () => false,
  );
  return { runs, last: score.lastLine(), exitCode: score.exitCode() };
}

test('it passes four more times, and fails nothing', async (t) => {
  const { runs, last, exitCode } = await tried(new Score(false), ['a', 'b'], [['a']]);
  t.deepEqual(runs, ['a b', 'a', 'a', 'a', 'a', 'a']);
  t.is(last, '2 passed, 0 failed');
  t.is(exitCode, 0);
});

test('it fails once more, at the last of them: the run has failed', async (t) => {
  const { runs, last, exitCode } = await tried(new Score(false), ['a', 'b'], [['a'], [], [], [], [], ['a']]);
  t.is(runs.length, 6);
  t.is(last, '1 passed, 1 failed');
  t.is(exitCode, 1);
});

test('each is alone, and one that fails again takes nothing from the other', async (t) => {
  const { runs, last } = await tried(new Score(false), ['a', 'b', 'c'], [['a', 'b'], [], ['a']]);
  t.deepEqual(runs, ['a b c', 'a b', 'a', 'b', 'b', 'b', 'b']);
  t.is(last, '2 passed, 1 failed');
});

test('what fails at its second try is not run again, what passed beside it is', async (t) => {
  const { runs, last } = await tried(new Score(false), ['a', 'b'], [['a', 'b'], ['a']]);
  t.deepEqual(runs, ['a b', 'a b', 'b', 'b', 'b', 'b']);
  t.is(last, '1 passed, 1 failed');
});

test('three files of a run may, those beyond have failed', async (t) => {
  const score = new Score(false);
  await tried(score, ['a', 'b', 'c'], [['a', 'b']]);
  const { runs, last, exitCode } = await tried(score, ['d', 'e', 'f'], [['d', 'e']]);
  t.deepEqual(runs, ['d e f', 'd e']);
  t.is(last, '4 passed, 2 failed');
  t.is(exitCode, 1);
});

test('where a run is strict, passing at the second try is failing', async (t) => {
  const { runs, last } = await tried(new Score(true), ['a'], [['a']]);
  t.deepEqual(runs, ['a', 'a']);
  t.is(last, '0 passed, 1 failed');
});
