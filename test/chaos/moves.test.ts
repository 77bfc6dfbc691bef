/** A small R37: one move under load with everything killed once. Looks for HAProxy and says so if it is missing. */
import test from 'ava';
import { hasHaproxy } from '../cells/proxy-rig.ts';
import { testServers } from '../helpers/servers.ts';
import { movedUnderLoad } from './scenarios/moves.ts';

const onProxy = hasHaproxy && testServers().redisUrl ? test : test.skip;

onProxy(
  'R37: an organization moved under load, the mover and all around it killed, loses and doubles nothing',
  async (t) => {
    t.timeout(480_000);
    const result = await movedUnderLoad({
      seed: 20_261_125,
      size: 0,
      databaseUrl: testServers().databaseUrl,
    });
    t.log(JSON.stringify(result.figures));
    t.deepEqual(result.problems, []);
  },
);
