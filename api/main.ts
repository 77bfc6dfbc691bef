/** The API process: `npm run api`, or a child of `npm start`. */
import { surviveRequests } from './http/request-guard.ts';
import { openLog } from '../server/open-log.ts';
import { readConfig } from '../server/config.ts';
import { runProgram } from '../server/child-link.ts';
import { connectionsOf } from '../server/connections.ts';
import { startApi } from '../server/run-api.ts';

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
