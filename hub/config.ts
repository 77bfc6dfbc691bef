import { join, resolve } from 'node:path';
import Joi from 'joi';

export interface HubConfig {
  data_dir: string;
  port: number;
  name: string;
  log_level: string;
  /** Web origins allowed in addition to paired ones, exactly as browsers send them. */
  allowed_origins: string[];
}

/** A wrong setting, named in one sentence; the program prints it and exits with code 1. */
export class ConfigError extends Error {}

const originPattern = /^https?:\/\/[^/\s]+$/;

const configSchema = Joi.object({
  DATA_DIR: Joi.string().default('.data'),
  HUB_DATA_DIR: Joi.string(),
  HUB_PORT: Joi.number().integer().min(0).max(65_535).default(18_443),
  HUB_NAME: Joi.string().max(100).default('hub'),
  HUB_ALLOWED_ORIGINS: Joi.string().allow('').default(''),
  LOG_LEVEL: Joi.string().valid('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
});

/**
 * Reads the settings from the environment. Unknown `HUB_` names and bad values are refused by name, because a misspelt
 * setting that is silently ignored is discovered on the day it matters. `HUB_PORT=0` takes any free port.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): HubConfig {
  const known = Object.keys(configSchema.describe()['keys'] as object);
  const unknown = Object.keys(env).find((name) => name.startsWith('HUB_') && !known.includes(name));
  if (unknown) throw new ConfigError(`${unknown} is not a setting of the hub; known are ${known.join(', ')}`);
  const given = Object.fromEntries(known.filter((name) => env[name]).map((name) => [name, env[name]]));
  const { error, value } = configSchema.validate(given);
  if (error) throw new ConfigError(`The setting ${error.message}`);
  const origins = (value.HUB_ALLOWED_ORIGINS as string).split(',').map((origin) => origin.trim());
  const allowed_origins = origins.filter((origin) => origin !== '');
  const bad = allowed_origins.find((origin) => !originPattern.test(origin));
  if (bad)
    throw new ConfigError(`HUB_ALLOWED_ORIGINS: "${bad}" is not an origin such as https://wms.example.com`);
  return {
    data_dir: resolve(value.HUB_DATA_DIR ?? join(value.DATA_DIR, 'hub')),
    port: value.HUB_PORT,
    name: value.HUB_NAME,
    log_level: value.LOG_LEVEL,
    allowed_origins,
  };
}
