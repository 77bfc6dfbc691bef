/** The API process: `npm run api`, or a child of `npm start`. */
import { surviveRequests } from '../api/http/request-guard.ts';
import { openLog } from './open-log.ts';
import { readConfig, type ServerConfig } from './config.ts';
import { runProgram } from './processes/child-link.ts';
import { connectionsOf } from './connections.ts';
import { demoFile } from './demo/file.ts';
import { fileStoreOf } from './data-directory.ts';
import { platformSecretsOf } from './platform-secret.ts';
import { queuesWord, refuseWrongPostgres } from './reachability.ts';
import { startApi } from './run-api.ts';

await runProgram(async () => {
  const config = readConfig();
  const log = openLog(config.logLevel, 'api');
  surviveRequests(log);
  const urls = connectionsOf(config);
  const [database, , queues] = await Promise.all([
    refuseWrongPostgres(urls.appUrl),
    refuseWrongPostgres(urls.systemUrl),
    queuesWord(config.redisUrl),
  ]);
  const api = await startApi({
    ...urls,
    secrets: platformSecretsOf(config),
    port: config.port,
    host: config.host,
    opsPort: config.opsPort,
    trustedProxies: config.trustedProxies,
    corsOrigins: config.corsOrigins,
    demoFile: isOnThisMachineAlone(config) ? demoFile(config.dataDir) : undefined,
    drainMs: config.drainMs,
    isPrivateAllowed: config.isPrivateAllowed,
    isUnsignedAccepted: config.isUnsignedAccepted,
    cell: config.cell,
    otherCells: config.otherCells,
    redisUrl: config.redisUrl,
    files: fileStoreOf(config),
    provider: config.provider,
    poolMax: config.apiPool,
    reportsPoolMax: config.reportPool,
    standbyUrl: config.reportDatabaseUrl,
    isPooled: config.isPooled,
    responseCheck: 'sample',
    log,
  });
  const ops = api.opsUrl === api.url ? '' : `, ops pages on ${api.opsUrl}`;
  return {
    ...api,
    greeting: `The API listens on ${api.url}${ops} (documentation: ${api.url}/docs); ${queues}; ${database}.`,
  };
});

// Somebody trying it out: nothing configured, nothing in front of it. Only then may a page show the demo's access.
function isOnThisMachineAlone({ host, databaseUrl, trustedProxies }: ServerConfig): boolean {
  return (
    databaseUrl === undefined &&
    trustedProxies.length === 0 &&
    ['127.0.0.1', 'localhost', '::1'].includes(host)
  );
}
