import path from 'node:path';
import Joi from 'joi';
import { compile as compileTrust } from 'proxy-addr';
import type { ProviderSettings } from '../api/ops/provider.ts';
import type { S3Settings } from '../api/files/s3-store.ts';
import { StartError } from './start-error.ts';

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
}

interface Variables {
  PORT: number;
  HOST: string;
  DATA_DIR: string;
  DATABASE_URL?: string;
  APP_DATABASE_URL?: string;
  SYSTEM_DATABASE_URL?: string;
  PLATFORM_SECRET?: string;
  PLATFORM_SECRET_PREVIOUS?: string;
  REDIS_URL?: string;
  TRUSTED_PROXIES: string;
  CORS_ORIGINS: string;
  OPS_PORT?: number;
  WORKERS_PORT?: number;
  PRIVATE_TARGETS: 'refuse' | 'allow';
  UNSIGNED_WEBHOOKS: 'accept' | 'refuse';
  S3_URL?: string;
  S3_REGION: string;
  S3_ACCESS_KEY_ID?: string;
  S3_SECRET_ACCESS_KEY?: string;
  OIDC_ISSUER?: string;
  OIDC_CLIENT_ID?: string;
  OIDC_CLIENT_SECRET?: string;
  OIDC_AUDIENCE?: string;
  LOG_LEVEL: string;
  API_PROCESSES: number;
  WORKER_PROCESSES: number;
  WORKER_CONCURRENCY: number;
  API_POOL: number;
  REPORT_POOL: number;
  DATABASE_POOLER: 'none' | 'transaction';
}

const wholeNumber = (from: number, to: number) =>
  Joi.number()
    .integer()
    .min(from)
    .max(to)
    .messages({ '*': `must be a whole number from ${from} to ${to}` });
const url = (form: RegExp, example: string, isUrl: (text: string) => boolean = () => true) =>
  Joi.string()
    .pattern(form)
    .custom((text: string, helpers) => (isUrl(text) ? text : helpers.error('any.invalid')))
    .messages({ '*': `must look like ${example}` });
const postgresUrl = url(/^postgres(ql)?:\/\/\S+$/, 'postgresql://user:password@host/database', URL.canParse);
const redisForm = /^rediss?(\+(sentinel|cluster))?:\/\/([^/?#\s]+@)?([^/?#@\s]+)\S*$/;
// A list of hosts is no URL as a whole.
const areRedisHosts = (text: string): boolean =>
  listOf(redisForm.exec(text)?.at(-1) ?? '').every((place) => URL.canParse(`redis://${place}`));
const secret = Joi.string()
  .min(32)
  .max(1000)
  .messages({ '*': 'must have at least 32 characters: make one with `openssl rand -base64 48`' });
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

const schema = Joi.object<Variables>({
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: Joi.string().hostname().messages({ '*': 'must be a host name or an address' }).default('127.0.0.1'),
  DATA_DIR: Joi.string().default('.data'),
  DATABASE_URL: postgresUrl,
  APP_DATABASE_URL: postgresUrl,
  SYSTEM_DATABASE_URL: postgresUrl,
  PLATFORM_SECRET: secret,
  PLATFORM_SECRET_PREVIOUS: secret,
  REDIS_URL: url(redisForm, 'redis://host:6379', areRedisHosts),
  TRUSTED_PROXIES: Joi.string()
    .custom((list: string) => {
      compileTrust(listOf(list));
      return list;
    })
    .messages({
      '*': 'must be comma-separated addresses and ranges, like 10.0.0.0/8, 192.168.1.7, fd00::/8 or loopback',
    })
    .default(''),
  CORS_ORIGINS: Joi.string()
    .custom((list: string, helpers) => (listOf(list).every(isOrigin) ? list : helpers.error('any.invalid')))
    .messages({ '*': 'must be comma-separated web origins, like https://app.example.com' })
    .default(''),
  OPS_PORT: wholeNumber(1, 65_535)
    .invalid(Joi.ref('PORT'))
    .messages({ 'any.invalid': 'must be a port other than PORT' }),
  WORKERS_PORT: wholeNumber(1, 65_535)
    .invalid(Joi.ref('PORT'), Joi.ref('OPS_PORT'))
    .messages({ 'any.invalid': 'must be a port other than PORT and OPS_PORT' }),
  PRIVATE_TARGETS: Joi.string()
    .valid('refuse', 'allow')
    .messages({ '*': 'must be refuse or allow' })
    .default('refuse'),
  UNSIGNED_WEBHOOKS: Joi.string()
    .valid('accept', 'refuse')
    .messages({ '*': 'must be accept or refuse' })
    .default('accept'),
  S3_URL: url(/^https?:\/\/[^/\s]+\/[^/\s]+\/?$/, 'https://host/bucket'),
  S3_REGION: Joi.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: Joi.string(),
  S3_SECRET_ACCESS_KEY: Joi.string(),
  OIDC_ISSUER: url(
    /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$))\S*$/,
    'https://login.example.com (http only on this machine)',
  ),
  OIDC_CLIENT_ID: Joi.string().max(500),
  OIDC_CLIENT_SECRET: Joi.string().max(2000),
  OIDC_AUDIENCE: Joi.string().max(500),
  LOG_LEVEL: Joi.string()
    .valid(...logLevels)
    .messages({ '*': `must be one of ${logLevels.join(', ')}` })
    .default('info'),
  API_PROCESSES: wholeNumber(1, 64).default(1),
  WORKER_PROCESSES: wholeNumber(1, 64).default(1),
  WORKER_CONCURRENCY: wholeNumber(1, 1000).default(16),
  API_POOL: wholeNumber(2, 1000).default(24),
  REPORT_POOL: wholeNumber(1, 100).default(4),
  DATABASE_POOLER: Joi.string()
    .valid('none', 'transaction')
    .messages({ '*': 'must be none or transaction' })
    .default('none'),
})
  .with('S3_URL', ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
  .and('OIDC_ISSUER', 'OIDC_CLIENT_ID')
  .with('OIDC_CLIENT_SECRET', 'OIDC_ISSUER')
  .with('OIDC_AUDIENCE', 'OIDC_ISSUER')
  .messages({
    'object.with': 'needs {{#peerWithLabel}} as well',
    'object.and': 'is set alone: OIDC_ISSUER and OIDC_CLIENT_ID belong together',
  })
  .pattern(/^WOP_/, Joi.forbidden().messages({ '*': 'is not a setting of this program' }));

/**
 * Reads and checks the environment. An empty variable counts as unset. Refuses bad values and unknown variables that
 * start with WOP_, by name and without showing the value (it may hold a password).
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): ServerConfig {
  const ours = Object.entries(environment).filter(([name, value]) => value !== '' && isOurs(name));
  const { error, value } = schema.validate(Object.fromEntries(ours));
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
    platformSecret: value.PLATFORM_SECRET,
    platformSecretPrevious: value.PLATFORM_SECRET_PREVIOUS,
    redisUrl: value.REDIS_URL,
    trustedProxies: listOf(value.TRUSTED_PROXIES),
    corsOrigins: listOf(value.CORS_ORIGINS),
    opsPort: value.OPS_PORT,
    workersPort: value.WORKERS_PORT,
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
    PLATFORM_SECRET: config.platformSecret,
    PLATFORM_SECRET_PREVIOUS: config.platformSecretPrevious,
    REDIS_URL: config.redisUrl,
    TRUSTED_PROXIES: config.trustedProxies.length > 0 ? config.trustedProxies.join(',') : undefined,
    CORS_ORIGINS: config.corsOrigins.length > 0 ? config.corsOrigins.join(',') : undefined,
    OPS_PORT: config.opsPort,
    WORKERS_PORT: config.workersPort,
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
  };
  const inherited = Object.entries(process.env).filter(([name]) => !(name in settings));
  const given = Object.entries(settings).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, `${value}`]],
  );
  return Object.fromEntries([...inherited, ...given]) as NodeJS.ProcessEnv;
}

function listOf(list: string): string[] {
  return list
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
}

// An origin and nothing more: a path or a star would make the setting look wider than it is.
function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;
}

function isOurs(name: string): boolean {
  return name.startsWith('WOP_') || schema.$_terms.keys.some(({ key }: { key: string }) => key === name);
}
