/** A small version of R35, of which 2,000 webhooks run with `npm run chaos -- R35`. */
import test from 'ava';
import { testServers } from '../helpers/servers.ts';
import { webhooksUnderFire } from './scenarios/webhooks.ts';

test('R35: each order once, each event heard, and a store that lies is told once what became of them', async (t) => {
  t.timeout(280_000);
  const { figures, problems } = await webhooksUnderFire({
    seed: 20_261_125,
    size: 0,
    databaseUrl: testServers().databaseUrl,
  });
  t.log(JSON.stringify(figures));
  t.deepEqual(problems, []);
});
