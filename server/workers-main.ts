/** The worker process: `npm run workers`, or a child of `npm start`. */
import { openLog } from './open-log.ts';
import { readConfig } from './config.ts';
import { runProgram } from './processes/child-link.ts';
import { connectionsOf } from './connections.ts';
import { fileStoreOf } from './data-directory.ts';
import { platformSecretsOf } from './platform-secret.ts';
import { queuesWord, refuseWrongPostgres } from './reachability.ts';
import { startWorkers } from './run-workers.ts';

await runProgram(async () => {
  const config = readConfig();
  const urls = connectionsOf(config);
  const [database, , queues] = await Promise.all([
    refuseWrongPostgres(urls.appUrl),
    refuseWrongPostgres(urls.systemUrl),
    queuesWord(config.redisUrl),
  ]);
  const workers = await startWorkers({
    ...urls,
    redisUrl: config.redisUrl,
    concurrency: config.workerConcurrency,
    isPooled: config.isPooled,
    secrets: platformSecretsOf(config),
    isPrivateAllowed: config.isPrivateAllowed,
    files: fileStoreOf(config),
    health: config.workersPort === undefined ? undefined : { host: config.host, port: config.workersPort },
    log: openLog(config.logLevel, 'workers'),
  });
  return {
    ...workers,
    greeting: `The workers take ${config.workerConcurrency} jobs at a time; ${queues}; ${database}.`,
  };
});
