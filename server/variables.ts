/** The variables that a program reads from its environment, and what each may say. */
import Joi from 'joi';
import { compile as compileTrust } from 'proxy-addr';

export interface Variables {
  PORT: number;
  HOST: string;
  DATA_DIR: string;
  DATABASE_URL?: string;
  APP_DATABASE_URL?: string;
  SYSTEM_DATABASE_URL?: string;
  REPORT_DATABASE_URL?: string;
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
  DRAIN_MS: number;
  LOG_LEVEL: string;
  API_PROCESSES: number;
  WORKER_PROCESSES: number;
  WORKER_CONCURRENCY: number;
  API_POOL: number;
  REPORT_POOL: number;
  DATABASE_POOLER: 'none' | 'transaction';
  CELL?: string;
  CELLS?: string;
  TARGET_DATABASE_URL?: string;
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
const cellForm = /^[a-z][a-z0-9-]{0,29}=https?:\/\/[^/\s]+$/;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

export const variables = Joi.object<Variables>({
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: Joi.string().hostname().messages({ '*': 'must be a host name or an address' }).default('127.0.0.1'),
  DATA_DIR: Joi.string().default('.data'),
  DATABASE_URL: postgresUrl,
  APP_DATABASE_URL: postgresUrl,
  SYSTEM_DATABASE_URL: postgresUrl,
  REPORT_DATABASE_URL: postgresUrl,
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
  DRAIN_MS: wholeNumber(0, 60_000).default(0),
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
  TARGET_DATABASE_URL: postgresUrl,
  CELL: Joi.string()
    .pattern(/^[a-z][a-z0-9-]{0,29}$/)
    .messages({ '*': 'must be a name of small letters, digits and -, such as eu-1' }),
  CELLS: Joi.string()
    .custom((list: string, helpers) =>
      listOf(list).every((cell) => cellForm.test(cell)) ? list : helpers.error('any.invalid'),
    )
    .messages({ '*': 'must be comma-separated cells with their own hosts, like a=https://a.example.com' }),
})
  .with('CELLS', 'CELL')
  .with('S3_URL', ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
  .and('OIDC_ISSUER', 'OIDC_CLIENT_ID')
  .with('OIDC_CLIENT_SECRET', 'OIDC_ISSUER')
  .with('OIDC_AUDIENCE', 'OIDC_ISSUER')
  .messages({
    'object.with': 'needs {{#peerWithLabel}} as well',
    'object.and': 'is set alone: OIDC_ISSUER and OIDC_CLIENT_ID belong together',
  })
  .pattern(/^WOP_/, Joi.forbidden().messages({ '*': 'is not a setting of this program' }));

/** The parts of a comma-separated value. */
export function listOf(list: string): string[] {
  return list
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
}

// An origin and nothing more: a path or a star would make the setting look wider than it is.
function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;
}
