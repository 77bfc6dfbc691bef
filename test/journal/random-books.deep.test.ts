/**
 * Any history of documents, payments, credits, voids, month ends and locks: on every day the books say what a model of
 * them says. `npm run chaos -- R12` lives through many more.
 */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { playBooks } from './books-histories.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

test('any history of documents: on every day the books say what the model says', async (t) => {
  t.true((await playBooks(platform, { sequences: 6, seed: 20_261_123, msMax: 50_000 })) > 0);
});
