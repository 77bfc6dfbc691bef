/** A small version of R31, of which 100,000 requests run with `npm run chaos -- R31`. */
import test from 'ava';
import { testServers } from '../helpers/servers.ts';
import { hostileBytes } from './scenarios/hostile.ts';

test('R31: hostile bytes, half of them upgrades, neither end the API process nor get a 5xx', async (t) => {
  const { figures, problems } = await hostileBytes({
    seed: 20_261_121,
    size: 0,
    databaseUrl: testServers().databaseUrl,
  });
  t.log(JSON.stringify(figures));
  t.deepEqual(problems, []);
});
