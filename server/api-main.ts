/** The API process: `npm run api`, or a child of `npm start`. */
import { surviveRequests } from '../api/http/request-guard.ts';
import { openLog } from './open-log.ts';
import { readConfig } from './config.ts';
import { runProgram } from './child-link.ts';
import { connectionsOf } from './connections.ts';
import { startApi } from './run-api.ts';

await runProgram(() => {
  const config = readConfig();
  const log = openLog(config.logLevel, 'api');
  surviveRequests(log);
  return startApi({
    ...connectionsOf(config),
    port: config.port,
    host: config.host,
    redisUrl: config.redisUrl,
    responseCheck: 'sample',
    log,
  });
});
