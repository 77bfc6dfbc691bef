/** What a run comes to, above all when a test passes at its second try. */
import test from 'ava';
import { Score, worthASecondTry } from './score.ts';
import type { TestFile } from './test-files.ts';

const fileAt = (source: string): TestFile => ({
  source,
  compiled: source,
  tiers: ['usual'],
  isOfQueues: false,
  needsServers: false,
  startsItsOwn: false,
  startsPrograms: false,
});
const failure = (source?: string) => ({
  title: `${source} › a title`,
  shown: '',
  file: source ? fileAt(source) : undefined,
});
const once = { passed: 4, skipped: 1, failures: [failure('test/yard/yard.test.ts')] };
const twice = { passed: 2, skipped: 0, failures: [] };

test('what passes at the second try is listed, and has failed where a run is strict', (t) => {
  const [lenient, strict] = [new Score(false), new Score(true)];
  lenient.addTwo(once, twice);
  strict.addTwo(once, twice);
  t.is(lenient.lastLine(), '5 passed, 0 failed, 1 skipped');
  t.is(strict.lastLine(), '4 passed, 1 failed, 1 skipped');
  t.is(lenient.exitCode(), 0);
  t.is(strict.exitCode(), 1);
});

test('what fails twice has failed once', (t) => {
  const score = new Score(false);
  score.addTwo(once, { ...twice, failures: once.failures });
  score.add({ passed: 3, skipped: 0, failures: [] });
  t.is(score.lastLine(), '7 passed, 1 failed, 1 skipped');
});

test('no second try for many failures, one without a file, or tests that rewrite what they compare with', (t) => {
  const worth = (...sources: (string | undefined)[]) =>
    worthASecondTry({ ...twice, failures: sources.map(failure) }).map(({ source }) => source);
  t.deepEqual(worth('test/a.test.ts', 'test/b.test.ts'), ['test/a.test.ts', 'test/b.test.ts']);
  t.deepEqual(worth('test/a.test.ts', 'test/a.test.ts'), ['test/a.test.ts']);
  t.deepEqual(worth('test/a.test.ts', undefined), []);
  t.deepEqual(worth('a', 'b', 'c', 'd'), []);
  t.deepEqual(worth('test/description/surface.test.ts'), []);
});
