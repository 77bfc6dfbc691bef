/** What a run comes to, above all when a test passes at its second try. */
import test from 'ava';
import { fileAt } from './file-at.ts';
import { Score, worthASecondTry } from './score.ts';

const failure = (source?: string) => ({
  title: `${source} › a title`,
  shown: '',
  file: source ? fileAt(source) : undefined,
});
const once = { passed: 4, skipped: 1, failures: [failure('test/yard/yard.test.ts')] };
const twice = { passed: 2, skipped: 0, failures: [] };

test('what fails twice has failed once', (t) => {
  const score = new Score(false);
  score.addTries(once, [{ ...twice, failures: once.failures }]);
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
