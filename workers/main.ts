/** The worker process: `npm run workers`, or a child of `npm start`. */
import { openLog } from '../server/open-log.ts';
import { readConfig } from '../server/config.ts';
import { runProgram } from '../server/child-link.ts';
import { connectionsOf } from '../server/connections.ts';
import { startWorkers } from '../server/run-workers.ts';

await runProgram(() => {
  const config = readConfig();
  return startWorkers({
    ...connectionsOf(config),
    redisUrl: config.redisUrl,
    concurrency: config.workerConcurrency,
    log: openLog(config.logLevel, 'workers'),
  });
});
