/** The worker process: `npm run workers`, or a child of `npm start`. */
import { openLog } from '../server/open-log.ts';
import { readConfig } from '../server/config.ts';
import { runProgram } from '../server/child-link.ts';
import { connectionsOf } from '../server/connections.ts';
import { refuseWrongPostgres } from '../server/reachability.ts';
import { startWorkers } from '../server/run-workers.ts';

await runProgram(async () => {
  const config = readConfig();
  const urls = connectionsOf(config);
  await Promise.all([refuseWrongPostgres(urls.appUrl), refuseWrongPostgres(urls.systemUrl)]);
  return startWorkers({
    ...urls,
    redisUrl: config.redisUrl,
    concurrency: config.workerConcurrency,
    log: openLog(config.logLevel, 'workers'),
  });
});
