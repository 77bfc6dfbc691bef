/** A small version of R36, of which 3,000 calls run with `npm run chaos -- R36`. */
import test from 'ava';
import { testServers } from '../helpers/servers.ts';
import { farSideLies } from './scenarios/outside.ts';

test('R36: whatever a far side does and answers, done there is done here, and never twice without a person', async (t) => {
  t.timeout(280_000);
  const { figures, problems } = await farSideLies({
    seed: 20_261_123,
    size: 0,
    databaseUrl: testServers().databaseUrl,
  });
  t.log(JSON.stringify(figures));
  t.deepEqual(problems, []);
});
