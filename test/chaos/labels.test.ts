/** A small version of R38, of which 2,000 labels are bought with `npm run chaos -- R38`. */
import test from 'ava';
import { testServers } from '../helpers/servers.ts';
import { labelsUnderFire } from './scenarios/labels.ts';

test('R38: what a carrier sold is bought here, once and to the cent, whatever dies', async (t) => {
  t.timeout(840_000);
  const { figures, problems } = await labelsUnderFire({
    seed: 20_261_125,
    size: 0,
    databaseUrl: testServers().databaseUrl,
  });
  t.log(JSON.stringify(figures));
  t.deepEqual(problems, []);
});
