/** A small version of R33: the backup and restore scripts of deploy/ are run as an operator would. */
import test from 'ava';
import { testServers } from '../helpers/servers.ts';
import { postgresPrograms } from './postgres-cluster.ts';
import { restoredToMoment } from './scenarios/restore.ts';

const onPackages = postgresPrograms() ? test : test.skip;

onPackages(
  'R33: a backup restored to a moment holds what was answered before it, and readers go on from their places',
  async (t) => {
    const { figures, problems } = await restoredToMoment({
      seed: 20_261_122,
      size: 0,
      databaseUrl: testServers().databaseUrl,
    });
    t.log(JSON.stringify(figures));
    t.deepEqual(problems, []);
  },
);
