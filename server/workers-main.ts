/** The worker process: `npm run workers`, or a child of `npm start`. */
import { openLog } from './open-log.ts';
import { readConfig } from './config.ts';
import { runProgram } from './child-link.ts';
import { connectionsOf } from './connections.ts';
import { startWorkers } from './run-workers.ts';

await runProgram(() => {
  const config = readConfig();
  return startWorkers({
    ...connectionsOf(config),
    redisUrl: config.redisUrl,
    concurrency: config.workerConcurrency,
    log: openLog(config.logLevel, 'workers'),
  });
});
