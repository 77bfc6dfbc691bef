import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { performSequences } from './order-sequences.ts';
import { assertInvariants } from './orders-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(async (t) => {
  await assertInvariants(t as never, platform);
  await platform.stop();
});

// The chaos run does 2,000; every test run does a few, with different seeds each time.
const sequences = 12;

test('random sequences on two orders over one stock end as the model says', async (t) => {
  t.timeout(600_000);
  await t.notThrowsAsync(performSequences(platform, sequences));
});
