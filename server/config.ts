import path from 'node:path';
import Joi from 'joi';
import { StartError } from './start-error.ts';

/** What `npm start` is told by its environment. The only file in server/ that reads it. */
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
  /** Undefined means the Postgres queue backend. */
  redisUrl: string | undefined;
  logLevel: string;
  apiProcesses: number;
  workerProcesses: number;
  /** Jobs one worker process runs at a time. */
  workerConcurrency: number;
}

interface Variables {
  PORT: number;
  HOST: string;
  DATA_DIR: string;
  DATABASE_URL?: string;
  APP_DATABASE_URL?: string;
  SYSTEM_DATABASE_URL?: string;
  REDIS_URL?: string;
  LOG_LEVEL: string;
  API_PROCESSES: number;
  WORKER_PROCESSES: number;
  WORKER_CONCURRENCY: number;
}

const wholeNumber = (from: number, to: number) =>
  Joi.number()
    .integer()
    .min(from)
    .max(to)
    .messages({ '*': `must be a whole number from ${from} to ${to}` });
const url = (form: RegExp, example: string) =>
  Joi.string()
    .pattern(form)
    .messages({ '*': `must look like ${example}` });
const postgresUrl = url(/^postgres(ql)?:\/\/\S+$/, 'postgresql://user:password@host:5432/database');
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

const schema = Joi.object<Variables>({
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: Joi.string().hostname().messages({ '*': 'must be a host name or an address' }).default('127.0.0.1'),
  DATA_DIR: Joi.string().default('.data'),
  DATABASE_URL: postgresUrl,
  APP_DATABASE_URL: postgresUrl,
  SYSTEM_DATABASE_URL: postgresUrl,
  REDIS_URL: url(/^rediss?(\+(sentinel|cluster))?:\/\/\S+$/, 'redis://host:6379'),
  LOG_LEVEL: Joi.string()
    .valid(...logLevels)
    .messages({ '*': `must be one of ${logLevels.join(', ')}` })
    .default('info'),
  API_PROCESSES: wholeNumber(1, 64).default(1),
  WORKER_PROCESSES: wholeNumber(1, 64).default(1),
  WORKER_CONCURRENCY: wholeNumber(1, 1000).default(16),
}).pattern(/^WOP_/, Joi.forbidden().messages({ '*': 'is not a setting of this program' }));

/**
 * Reads and checks the environment. An empty variable counts as unset. Refuses, by name and never showing the
 * value (it may hold a password), a bad value and an unknown variable that starts with WOP_.
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): ServerConfig {
  const ours = Object.entries(environment).filter(([name, value]) => value !== '' && isOurs(name));
  const { error, value } = schema.validate(Object.fromEntries(ours));
  if (error) throw new StartError(`${String(error.details[0]?.path[0])} ${error.details[0]?.message}.`);
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir: path.resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    appDatabaseUrl: value.APP_DATABASE_URL,
    systemDatabaseUrl: value.SYSTEM_DATABASE_URL,
    redisUrl: value.REDIS_URL,
    logLevel: value.LOG_LEVEL,
    apiProcesses: value.API_PROCESSES,
    workerProcesses: value.WORKER_PROCESSES,
    workerConcurrency: value.WORKER_CONCURRENCY,
  };
}

/** The environment of a child process: ours, with every setting spelled out, so that a child repeats no default. */
export function childEnvironment(config: ServerConfig): NodeJS.ProcessEnv {
  const settings: Record<keyof Variables, string | number | undefined> = {
    PORT: config.port,
    HOST: config.host,
    DATA_DIR: config.dataDir,
    DATABASE_URL: config.databaseUrl,
    APP_DATABASE_URL: config.appDatabaseUrl,
    SYSTEM_DATABASE_URL: config.systemDatabaseUrl,
    REDIS_URL: config.redisUrl,
    LOG_LEVEL: config.logLevel,
    API_PROCESSES: config.apiProcesses,
    WORKER_PROCESSES: config.workerProcesses,
    WORKER_CONCURRENCY: config.workerConcurrency,
  };
  const inherited = Object.entries(process.env).filter(([name]) => !(name in settings));
  const given = Object.entries(settings).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, `${value}`]],
  );
  return Object.fromEntries([...inherited, ...given]) as NodeJS.ProcessEnv;
}

function isOurs(name: string): boolean {
  return name.startsWith('WOP_') || schema.$_terms.keys.some(({ key }: { key: string }) => key === name);
}
