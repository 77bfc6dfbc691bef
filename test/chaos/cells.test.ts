/** A small version of R37: one move to another cell, and one that follows it. The test needs HAProxy and says so. */
import test from 'ava';
import { hasHaproxy } from '../cells/proxy-rig.ts';
import { movedUnderLoad } from './scenarios/moves.ts';

(hasHaproxy ? test : test.skip)(
  'R37: an organization moved under load (through HAProxy), the mover and all around it killed, loses and doubles nothing',
  async (t) => {
    t.timeout(580_000);
    const { figures, problems } = await movedUnderLoad({
      seed: 20_261_127,
      size: 0,
      databaseUrl: undefined,
    });
    t.log(JSON.stringify(figures));
    t.deepEqual(problems, []);
  },
);
