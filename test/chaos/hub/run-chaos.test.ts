import test from 'ava';
import { runChaos } from './run-chaos.ts';

test('a hub killed at random moments prints nothing twice, loses nothing and tells no lies', async (t) => {
  const report = await runChaos({ jobs: 100, kills_max: 12, waitMs: 100_000 });
  t.like(report, { jobs: 100, printed_twice: [], done_unprinted: [], unsent_printed: [], stuck: [] });
  t.is(report.done + report.failed, 100);
  t.true(report.kills >= 3, `only ${report.kills} kills`);
  t.log(`${report.kills} kills, ${report.done} done, ${report.failed} failed and told so`);
});
