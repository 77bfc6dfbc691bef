import type { ServerConfig } from '../config.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { makeDataDirectory } from '../data-directory.ts';
import { isPortFree } from '../free-port.ts';
import { platformProcesses } from './platform-processes.ts';
import { embeddedDatabaseName as database } from '../connections.ts';
import { prepareDatabase } from '../postgres/prepare-database.ts';
import { platformSecretsOf } from '../platform-secret.ts';
import { waitForPostgres, waitForRedis } from '../reachability.ts';
import { reasonOf, StartError } from '../start-error.ts';
import type { SupervisedChild } from './supervised-child.ts';

export interface Platform {
  /** Resolves when API and workers are ready; rejects with a StartError. */
  start: () => Promise<void>;
  /** Stops the API, then the workers, then the embedded Postgres, within 10 s. Works at any point of a start. */
  stop: () => Promise<void>;
}

/** How long each part may take to stop, in milliseconds; together less than the promised 10 s. */
const patience = { api: 3500, workers: 3500, start: 1500, postgres: 1500 };

/** Everything `npm start` runs, as one thing to start and stop. `log` receives each step as one line. */
export function createPlatform(config: ServerConfig, log: (line: string) => void): Platform {
  const abort = new AbortController();
  const { signal } = abort;
  let starting: Promise<void> | undefined;
  let postgres: EmbeddedPostgres | undefined;
  let children: { api: SupervisedChild[]; workers: SupervisedChild[] } = { api: [], workers: [] };

  const embedded = { dataDir: config.dataDir, log, database };
  const keepPostgres = async (started: EmbeddedPostgres) => {
    postgres = started;
    await started.exited;
    for (let delayMs = 100; !signal.aborted; delayMs = Math.min(delayMs * 2, 5000)) {
      log(`the embedded Postgres ended; starting it again in ${delayMs} ms`);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      if (signal.aborted) return;
      try {
        // API and workers know it by its port.
        const again = await startEmbeddedPostgres({ ...embedded, isPortKept: true });
        log(`the embedded Postgres is running again on port ${again.port}`);
        void keepPostgres(again);
        return;
      } catch (error) {
        log(reasonOf(error));
      }
    }
  };

  const openDatabase = async (): Promise<string> => {
    if (config.databaseUrl) {
      log('connecting to the Postgres of DATABASE_URL');
      await waitForPostgres(config.databaseUrl, { log, signal });
      return config.databaseUrl;
    }
    log(`starting the embedded Postgres in ${config.dataDir}`);
    const started = await startEmbeddedPostgres(embedded);
    void keepPostgres(started);
    log(`Postgres is running on 127.0.0.1:${started.port}`);
    return started.url;
  };

  const run = async () => {
    await claimable(config.port, config.host, 'PORT');
    if (config.opsPort !== undefined) await claimable(config.opsPort, config.host, 'OPS_PORT');
    // With a database elsewhere, demo.json and files are still kept here.
    makeDataDirectory(config.dataDir);
    const secrets = platformSecretsOf(config);
    const settled = {
      ...config,
      platformSecret: secrets.current,
      platformSecretPrevious: secrets.previous,
    };
    const databaseUrl = await openDatabase();
    signal.throwIfAborted();
    if (config.redisUrl) await waitForRedis(config.redisUrl, { log, signal });
    log(
      config.redisUrl
        ? 'queues run on the Redis of REDIS_URL'
        : 'queues run in Postgres, as REDIS_URL is not set',
    );
    const roleUrls = await prepareDatabase({ config: settled, databaseUrl, log });
    signal.throwIfAborted();
    // The children get only the two restricted roles: the owner's password stays in this process.
    children = platformProcesses({ ...settled, ...roleUrls, databaseUrl: undefined }, log);
    log('starting the API and the workers');
    await Promise.all([...children.api, ...children.workers].map((child) => child.start()));
  };

  const stop = async () => {
    abort.abort(new StartError('Stopped while starting.'));
    await Promise.all(children.api.map((child) => child.stop(config.drainMs + patience.api)));
    await Promise.all(children.workers.map((child) => child.stop(patience.workers)));
    // A start still in its first steps stops at the next one, and what it opened is closed below.
    const over = starting?.catch(() => undefined);
    await Promise.race([over, new Promise((resolve) => setTimeout(resolve, patience.start))]);
    await postgres?.stop('fast', patience.postgres);
  };

  return { start: () => (starting = run()), stop };
}

async function claimable(port: number, host: string, setting: string): Promise<void> {
  if (await isPortFree(port, host)) return;
  throw new StartError(
    `Port ${port} on ${host} is in use or not allowed: stop the program that uses it, or set ${setting}.`,
  );
}
