import test from 'ava';
import { testServers } from '../helpers/servers.ts';
import { printingUnderFire } from './scenarios/printing.ts';

test('hubs, API and workers killed at random: no label twice, none done unprinted, none stuck', async (t) => {
  t.timeout(300_000);
  const { figures, problems } = await printingUnderFire({
    seed: 4,
    databaseUrl: testServers().databaseUrl,
    size: 0,
  });
  t.log(figures);
  t.deepEqual(problems, []);
});
