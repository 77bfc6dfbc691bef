/** Small versions of R37 (one move to another cell, and one that follows it) and of R37-down. They need HAProxy and say so. */
import test from 'ava';
import { hasHaproxy } from '../cells/proxy-rig.ts';
import { cellLost } from './scenarios/lost-cell.ts';
import { movedUnderLoad } from './scenarios/moves.ts';

(hasHaproxy ? test.serial : test.skip)(
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

(hasHaproxy ? test.serial : test.skip)(
  'R37-down: while all of a cell is lost the other one serves, and nothing of either is lost or doubled',
  async (t) => {
    t.timeout(580_000);
    const { figures, problems } = await cellLost({ seed: 20_261_129, size: 0, databaseUrl: undefined });
    t.log(JSON.stringify(figures));
    t.deepEqual(problems, []);
  },
);
