/**
 * What we use of packages that they do not promise. Each of these packages is pinned to one version; a new version is
 * tried against this list first, which names what is gone and which file used it.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { createPostgresBackend } from 'bullmq';
import { SentinelConnector } from 'ioredis';
import Joi from 'joi';
import pg from 'pg';
import PostgresTransaction from 'knex/lib/dialects/postgres/execution/pg-transaction.js';
import PostgresClient from 'knex/lib/dialects/postgres/index.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const require = createRequire(import.meta.url);
const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const isMethod = (owner: { prototype: object }, name: string): boolean =>
  typeof (owner.prototype as Record<string, unknown>)[name] === 'function';
const sentinels = new SentinelConnector({
  sentinels: [{ host: 'localhost', port: 26_379 }],
  name: 'primary',
});

/** The package, what is used of it, where, and whether the installed version has it. */
const borrowed: readonly (readonly [string, string, string, () => boolean])[] = [
  ['knex', '_query', 'db/driver/prepared-client.ts', () => isMethod(PostgresClient, '_query')],
  ['knex', 'transaction', 'db/driver/prepared-client.ts', () => isMethod(PostgresClient, 'transaction')],
  [
    'knex',
    'acquireRawConnection',
    'db/driver/prepared-client.ts',
    () => isMethod(PostgresClient, 'acquireRawConnection'),
  ],
  [
    'knex',
    'validateConnection',
    'db/driver/prepared-client.ts',
    () => isMethod(PostgresClient, 'validateConnection'),
  ],
  ['knex', 'query', 'db/driver/prepared-client.ts', () => isMethod(PostgresClient, 'query')],
  [
    'knex',
    'positionBindings',
    'db/driver/prepared-client.ts',
    () => isMethod(PostgresClient, 'positionBindings'),
  ],
  ['knex', 'trxClient', 'db/driver/prepared-client.ts', () => transactionText().includes('this.trxClient =')],
  ['knex', 'begin', 'db/driver/prepared-client.ts', () => isMethod(PostgresTransaction, 'begin')],
  [
    'knex',
    '__knexTxId',
    'db/driver/prepared-client.ts',
    () => transactionText().includes('connection.__knexTxId ='),
  ],
  ['knex', "'COMMIT;'", 'db/driver/prepared-client.ts', () => transactionText().includes("'COMMIT;'")],
  ...(['submit', 'handleDataRow', 'handleCommandComplete'] as const).map(
    (part) => ['pg', part, 'db/driver/bound-query.ts', () => isMethod(pg.Query, part)] as const,
  ),
  ['knex', 'PostgresClient', 'db/schema/compiled-migrations.ts', () => isMethod(PostgresClient, '_query')],
  [
    'joi',
    '_flags.presence',
    'queues/schema.ts',
    () => Joi.any().optional()._flags['presence'] === 'optional',
  ],
  [
    'joi',
    "_flags['presence']",
    'api/http/validate.ts',
    () => Joi.any().forbidden()._flags['presence'] === 'forbidden',
  ],
  [
    'joi',
    "_flags['unknown']",
    'api/http/reportable-part.ts',
    () => Joi.object().unknown()._flags['unknown'] === true,
  ],
  ['joi', '$_getRule', 'queues/schema.ts', () => Joi.array().max(3).$_getRule('max')?.args?.['limit'] === 3],
  [
    'joi',
    '$_getRule',
    'api/http/joi-terms.ts',
    () => Joi.string().max(3).$_getRule('max')?.args?.['limit'] === 3,
  ],
  [
    'joi',
    '$_terms',
    'api/http/joi-terms.ts',
    () => Joi.array().items(Joi.any()).$_terms['items'].length === 1,
  ],
  ['joi', '$_terms', 'server/config.ts', () => Joi.object({ a: Joi.any() }).$_terms['keys'][0].key === 'a'],
  [
    'ioredis',
    'connectToSentinel',
    'queues/engine/redis-client.ts',
    () => isMethod(SentinelConnector, 'connectToSentinel'),
  ],
  [
    'ioredis',
    'failoverDetector',
    'queues/engine/redis-client.ts',
    () => Object.hasOwn(sentinels, 'failoverDetector'),
  ],
  [
    'bullmq',
    'readyPromise',
    'queues/engine/postgres-queues.ts',
    () => connectionText().includes('this.readyPromise = this.bootstrap()'),
  ],
  [
    'bullmq',
    'isClosing',
    'queues/engine/postgres-queues.ts',
    () => connectionText().includes('get isClosing()'),
  ],
  [
    'bullmq',
    'createPatientBackend',
    'queues/engine/backend.ts',
    () => typeof createPostgresBackend === 'function',
  ],
];

function transactionText(): string {
  return readFileSync(require.resolve('knex/lib/execution/transaction.js'), 'utf8');
}

function connectionText(): string {
  const main = require.resolve('bullmq');
  const folder = main.slice(0, main.lastIndexOf('dist'));
  return readFileSync(path.join(folder, 'dist/esm/postgres/postgres-connection.js'), 'utf8');
}

test('the packages whose internals are used are pinned, and the lock file agrees', (t) => {
  const { dependencies } = JSON.parse(textOf('package.json')) as { dependencies: Record<string, string> };
  const lock = JSON.parse(textOf('package-lock.json')) as { packages: Record<string, { version: string }> };
  for (const name of new Set(borrowed.map(([owner]) => owner))) {
    t.is(dependencies[name], lock.packages[`node_modules/${name}`]!.version, name);
  }
});

for (const [owner, what, file, isThere] of borrowed) {
  test(`${owner} has ${what}, which ${file} uses`, (t) => {
    t.true(textOf(file).includes(what), `${file} no longer uses ${what}: take it off this list`);
    t.true(isThere(), `${owner} no longer has ${what}`);
  });
}
