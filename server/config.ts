import path from 'node:path';
import type { ProviderSettings } from '../api/ops/provider.ts';
import type { S3Settings } from '../api/files/s3-store.ts';
import { StartError } from './start-error.ts';
import { listOf, variables, type Variables } from './variables.ts';

/** The settings of `npm start` from its environment. The only file in server/ that reads it. */
export interface ServerConfig {
  port: number;
  host: string;
  /** Absolute. */
  dataDir: string;
  /** The owner's connection; undefined means the embedded Postgres. */
  databaseUrl: string | undefined;
  /** Overrides for the two roles that cannot bypass row level security. */
  appDatabaseUrl: string | undefined;
  systemDatabaseUrl: string | undefined;
  /** The application's role on a hot standby, which answers reports and exports; if undefined, the primary does. */
  reportDatabaseUrl: string | undefined;
  /**
   * The secret from which role passwords, cookies, hub tokens and stored credentials are derived; see
   * server/platform-secret.ts.
   */
  platformSecret: string | undefined;
  /** The previous secret, which still opens what was made with it while it is being replaced. */
  platformSecretPrevious: string | undefined;
  /** Undefined means the Postgres queue backend. */
  redisUrl: string | undefined;
  /** Addresses and ranges trusted to report a client's address, host and scheme. */
  trustedProxies: string[];
  /** Web origins whose pages may call the API from a browser; none if unset. */
  corsOrigins: string[];
  /** The port of metrics, detailed readiness and ops pages; if undefined, they are on `port`. */
  opsPort: number | undefined;
  /** The port of a worker process's health and metrics, the next ones for further processes; if undefined, none. */
  workersPort: number | undefined;
  /** How long an API process that is asked to stop goes on serving, no longer ready: its balancer leads elsewhere meanwhile. */
  drainMs: number;
  /** Whether tenants' stores and webhook endpoints may be at private addresses. */
  isPrivateAllowed: boolean;
  isUnsignedAccepted: boolean;
  /** An S3-compatible bucket for files; if undefined, they are kept in the data directory. */
  s3: S3Settings | undefined;
  /** Where people sign in with OpenID Connect; if undefined, they cannot. */
  provider: ProviderSettings | undefined;
  logLevel: string;
  apiProcesses: number;
  workerProcesses: number;
  /** Jobs one worker process runs at a time; it has eight more connections than that. */
  workerConcurrency: number;
  /** Connections of an API process for requests, and for reports and exports. */
  apiPool: number;
  reportPool: number;
  /** Whether the database URLs point to a pooler in transaction mode. */
  isPooled: boolean;
  /** The owner of another cell's database, for moving organizations there. */
  targetDatabaseUrl: string | undefined;
  /** The name of this cell, where there are several; undefined: there is one. */
  cell: string | undefined;
  /** The other cells, for what concerns all of them. */
  otherCells: readonly Cell[];
}

/** Another cell, and where its own host is. */
export interface Cell {
  name: string;
  url: string;
}

/**
 * Reads and checks the environment. An empty variable counts as unset. Refuses bad values and unknown variables that
 * start with WOP_, by name and without showing the value (it may hold a password).
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): ServerConfig {
  const ours = Object.entries(environment).filter(([name, value]) => value !== '' && isOurs(name));
  const { error, value } = variables.validate(Object.fromEntries(ours));
  if (error) {
    const [problem] = error.details;
    const { main, present } = (problem!.context ?? {}) as { main?: string; present?: string[] };
    throw new StartError(`${String(problem!.path[0] ?? main ?? present?.[0])} ${problem!.message}.`);
  }
  if (value.DATABASE_POOLER === 'transaction' && !value.REDIS_URL)
    throw new StartError(
      'DATABASE_POOLER=transaction needs REDIS_URL: queues inside Postgres use LISTEN, which needs a session of its own.',
    );
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir: path.resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    appDatabaseUrl: value.APP_DATABASE_URL,
    systemDatabaseUrl: value.SYSTEM_DATABASE_URL,
    reportDatabaseUrl: value.REPORT_DATABASE_URL,
    platformSecret: value.PLATFORM_SECRET,
    platformSecretPrevious: value.PLATFORM_SECRET_PREVIOUS,
    redisUrl: value.REDIS_URL,
    trustedProxies: listOf(value.TRUSTED_PROXIES),
    corsOrigins: listOf(value.CORS_ORIGINS),
    opsPort: value.OPS_PORT,
    workersPort: value.WORKERS_PORT,
    drainMs: value.DRAIN_MS,
    isPrivateAllowed: value.PRIVATE_TARGETS === 'allow',
    isUnsignedAccepted: value.UNSIGNED_WEBHOOKS === 'accept',
    s3: value.S3_URL
      ? {
          url: value.S3_URL,
          region: value.S3_REGION,
          accessKeyId: value.S3_ACCESS_KEY_ID!,
          secretAccessKey: value.S3_SECRET_ACCESS_KEY!,
        }
      : undefined,
    provider: value.OIDC_ISSUER
      ? {
          issuer: value.OIDC_ISSUER,
          clientId: value.OIDC_CLIENT_ID!,
          clientSecret: value.OIDC_CLIENT_SECRET,
          audience: value.OIDC_AUDIENCE,
        }
      : undefined,
    logLevel: value.LOG_LEVEL,
    apiProcesses: value.API_PROCESSES,
    workerProcesses: value.WORKER_PROCESSES,
    workerConcurrency: value.WORKER_CONCURRENCY,
    apiPool: value.API_POOL,
    reportPool: value.REPORT_POOL,
    isPooled: value.DATABASE_POOLER === 'transaction',
    cell: value.CELL,
    otherCells: cellsOf(value.CELLS ?? '').filter(({ name }) => name !== value.CELL),
    targetDatabaseUrl: value.TARGET_DATABASE_URL,
  };
}

/**
 * The environment of a child process: ours, with every setting spelled out, so that a child needs no defaults of its
 * own.
 */
export function childEnvironment(config: ServerConfig): NodeJS.ProcessEnv {
  const settings: Record<keyof Variables, string | number | undefined> = {
    PORT: config.port,
    HOST: config.host,
    DATA_DIR: config.dataDir,
    DATABASE_URL: config.databaseUrl,
    APP_DATABASE_URL: config.appDatabaseUrl,
    SYSTEM_DATABASE_URL: config.systemDatabaseUrl,
    REPORT_DATABASE_URL: config.reportDatabaseUrl,
    PLATFORM_SECRET: config.platformSecret,
    PLATFORM_SECRET_PREVIOUS: config.platformSecretPrevious,
    REDIS_URL: config.redisUrl,
    TRUSTED_PROXIES: config.trustedProxies.length > 0 ? config.trustedProxies.join(',') : undefined,
    CORS_ORIGINS: config.corsOrigins.length > 0 ? config.corsOrigins.join(',') : undefined,
    OPS_PORT: config.opsPort,
    WORKERS_PORT: config.workersPort,
    DRAIN_MS: config.drainMs,
    PRIVATE_TARGETS: config.isPrivateAllowed ? 'allow' : 'refuse',
    UNSIGNED_WEBHOOKS: config.isUnsignedAccepted ? 'accept' : 'refuse',
    S3_URL: config.s3?.url,
    S3_REGION: config.s3?.region,
    S3_ACCESS_KEY_ID: config.s3?.accessKeyId,
    S3_SECRET_ACCESS_KEY: config.s3?.secretAccessKey,
    OIDC_ISSUER: config.provider?.issuer,
    OIDC_CLIENT_ID: config.provider?.clientId,
    OIDC_CLIENT_SECRET: config.provider?.clientSecret,
    OIDC_AUDIENCE: config.provider?.audience,
    LOG_LEVEL: config.logLevel,
    API_PROCESSES: config.apiProcesses,
    WORKER_PROCESSES: config.workerProcesses,
    WORKER_CONCURRENCY: config.workerConcurrency,
    API_POOL: config.apiPool,
    REPORT_POOL: config.reportPool,
    DATABASE_POOLER: config.isPooled ? 'transaction' : 'none',
    CELL: config.cell,
    CELLS: config.otherCells.map(({ name, url }) => `${name}=${url}`).join(','),
    TARGET_DATABASE_URL: config.targetDatabaseUrl,
  };
  const inherited = Object.entries(process.env).filter(([name]) => !(name in settings));
  const given = Object.entries(settings).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, `${value}`]],
  );
  return Object.fromEntries([...inherited, ...given]) as NodeJS.ProcessEnv;
}

function cellsOf(list: string): Cell[] {
  return listOf(list).map((cell) => {
    const [name, url] = cell.split('=') as [string, string];
    return { name, url };
  });
}

function isOurs(name: string): boolean {
  return name.startsWith('WOP_') || variables.$_terms.keys.some(({ key }: { key: string }) => key === name);
}
