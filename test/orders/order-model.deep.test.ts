import test from 'ava';
import { huntMs, huntTimes } from '../helpers/environment.ts';
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
const sequences = 12 * huntTimes();

test('random sequences on two orders over one stock end as the model says', async (t) => {
  t.timeout(huntMs());
  await t.notThrowsAsync(performSequences(platform, sequences));
});
