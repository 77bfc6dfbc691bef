/**
 * Goods are conserved: random histories of receipts, moves, license plates, holds, orders, picks, loads, cancellations,
 * put-backs, counts and returns; at the end the merchant's statement adds up. Alone, each step is compared with a model of where every unit is; two clients at once are held
 * to what must be true in any order. Every other seed is about goods that are sold, sent back and held. GOODS_SEED plays another history, GOODS_RUNS more of them.
 */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { goodsSeeds, huntMs } from '../helpers/environment.ts';
import { assertConserved } from './play.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform.stop());

const length = 110;
const seeds = goodsSeeds();

test.serial('each unit is where the model says, after every step of a random history', async (t) => {
  t.timeout(huntMs());
  for (const seed of seeds)
    await t.notThrowsAsync(assertConserved(platform, { seed, length, clients: 1 }), `seed ${seed}`);
});

test.serial('nothing is lost or doubled while two clients are at work', async (t) => {
  t.timeout(huntMs());
  for (const seed of seeds)
    await t.notThrowsAsync(assertConserved(platform, { seed, length, clients: 2 }), `seed ${seed}`);
});
