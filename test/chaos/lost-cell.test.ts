/** A small version of R37-down: one loss of a whole cell. The test needs HAProxy and says so. */
import test from 'ava';
import { hasHaproxy } from '../cells/proxy-rig.ts';
import { cellLost } from './scenarios/lost-cell.ts';

(hasHaproxy ? test : test.skip)(
  'R37-down: a cell that is lost whole (behind HAProxy) takes nobody else’s organization with it, and loses and doubles nothing',
  async (t) => {
    t.timeout(580_000);
    const { figures, problems } = await cellLost({ seed: 20_261_127, size: 0, databaseUrl: undefined });
    t.log(JSON.stringify(figures));
    t.deepEqual(problems, []);
  },
);
