/** A small version of R14, of which 10,000 requests run with `npm run chaos -- R14`. */
import test from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { runFuzz } from '../reliability/fuzz.ts';
import { plantRecords } from './plant.ts';

const seed = 20_261_121;

test('R14: 600 fuzzed requests meet no 5xx and no answer outside its description', async (t) => {
  const platform = await joinPlatform(t);
  await plantRecords(platform, platform.standard);
  const report = await runFuzz({ url: platform.url, organization: platform.standard, requests: 600, seed });
  t.deepEqual(report.problems, []);
  t.is(report.requests, 600);
  t.log(`answers by status: ${JSON.stringify(report.statuses)}`);
});
