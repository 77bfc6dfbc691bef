/** The API process: `npm run api`, or a child of `npm start`. */
import { openLog } from '../server/open-log.ts';
import { readConfig } from '../server/config.ts';
import { runProgram } from '../server/child-link.ts';
import { connectionsOf } from '../server/connections.ts';
import { platformSecretsOf } from '../server/platform-secret.ts';
import { refuseWrongPostgres } from '../server/reachability.ts';
import { startApi } from '../server/run-api.ts';

await runProgram(async () => {
  const config = readConfig();
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
    log: openLog(config.logLevel, 'api'),
  });
});
