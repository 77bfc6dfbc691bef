/**
 * Any history of documents, payments, credits, voids, month ends and locks: on every day the books say what a model of
 * them says. `npm run chaos -- R12` lives through many more; BOOKS_SEED and BOOKS_RUNS hunt with others.
 */
import test from 'ava';
import { booksHunt, huntMs } from '../helpers/environment.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { playBooks } from './books-histories.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

test('any history of documents: on every day the books say what the model says', async (t) => {
  t.timeout(huntMs());
  t.true((await playBooks(platform, { ...booksHunt(), msMax: huntMs() / 2 })) > 0);
});
