/** The API process: `npm run api`, or a child of `npm start`. */
import { surviveRequests } from '../api/http/request-guard.ts';
import { openLog } from './open-log.ts';
import { readConfig } from './config.ts';
import { runProgram } from './child-link.ts';
import { connectionsOf } from './connections.ts';
import { platformSecretsOf } from './platform-secret.ts';
import { refuseWrongPostgres } from './reachability.ts';
import { startApi } from './run-api.ts';

await runProgram(async () => {
  const config = readConfig();
  const log = openLog(config.logLevel, 'api');
  surviveRequests(log);
  const urls = connectionsOf(config);
  await Promise.all([refuseWrongPostgres(urls.appUrl), refuseWrongPostgres(urls.systemUrl)]);
  return startApi({
    ...urls,
    secrets: platformSecretsOf(config),
    port: config.port,
    host: config.host,
    opsPort: config.opsPort,
    trustedProxies: config.trustedProxies,
    redisUrl: config.redisUrl,
    responseCheck: 'sample',
    log,
  });
});
