import path from 'node:path';
import test from 'ava';
import { childEnvironment, readConfig } from './config.ts';

test('an empty environment gives the documented defaults', (t) => {
  t.deepEqual(readConfig({ DATABASE_URL: '', HOME: '/root' }), {
    port: 3000,
    host: '127.0.0.1',
    dataDir: path.resolve('.data'),
    databaseUrl: undefined,
    appDatabaseUrl: undefined,
    systemDatabaseUrl: undefined,
    reportDatabaseUrl: undefined,
    platformSecret: undefined,
    platformSecretPrevious: undefined,
    redisUrl: undefined,
    trustedProxies: [],
    corsOrigins: [],
    opsPort: undefined,
    workersPort: undefined,
    drainMs: 0,
    isPrivateAllowed: false,
    isUnsignedAccepted: true,
    s3: undefined,
    logLevel: 'info',
    apiProcesses: 1,
    workerProcesses: 1,
    workerConcurrency: 16,
    apiPool: 24,
    reportPool: 4,
    isPooled: false,
    cell: undefined,
    otherCells: [],
    targetDatabaseUrl: undefined,
    provider: undefined,
  });
});

const refused = test.macro({
  exec(t, name: string, value: string) {
    const error = t.throws(() => readConfig({ [name]: value }), { name: 'StartError' });
    t.true(error?.message.startsWith(`${name} `), error?.message);
    t.regex(error?.message ?? '', /^[^\n]+\.$/);
    t.false(error?.message.includes(value), 'the value may hold a password and is never shown');
  },
  title: (_, name: string, value: string) => `${name}=${value} is refused by name`,
});

test(refused, 'PORT', 'abc');
test(refused, 'PORT', '70000');
test(refused, 'PORT', '80.5');
test(refused, 'HOST', 'not a host');
test(refused, 'DATABASE_URL', 'mysql://me:secret@host/db');
test(refused, 'APP_DATABASE_URL', 'secret');
test(refused, 'SYSTEM_DATABASE_URL', 'secret');
test(refused, 'PLATFORM_SECRET', 'too short to be one');
test(refused, 'CELLS', 'a=https://a.example.com/path');
test(refused, 'CELLS', 'a=https://a.example.com');
test(refused, 'TRUSTED_PROXIES', '10.0.0.0/8, everyone');
test(refused, 'TRUSTED_PROXIES', '10.0.0.0/99');
test(refused, 'OPS_PORT', '3000');
test(refused, 'DRAIN_MS', '-1');
test(refused, 'WORKERS_PORT', '3000');
test(refused, 'REDIS_URL', 'http://secret@host');
test(refused, 'LOG_LEVEL', 'loud');
test(refused, 'API_PROCESSES', '0');
test(refused, 'WORKER_PROCESSES', '-1');
test(refused, 'WORKER_CONCURRENCY', '99999');
test(refused, 'WOP_ANYTHING', 'secret');

for (const redisUrl of [
  'redis://localhost',
  'rediss://me:pw@host:6380/1',
  'redis+sentinel://a:1,b:2/main',
  'redis+cluster://a:1,b:2',
]) {
  test(`${redisUrl} is accepted`, (t) => {
    t.is(readConfig({ REDIS_URL: redisUrl }).redisUrl, redisUrl);
  });
}

test('a child gets every setting that has a value, and nothing for one that has none', (t) => {
  const config = readConfig({ PORT: '4000', DATABASE_URL: 'postgresql://u:p@h/d' });
  const env = childEnvironment(config);
  t.like(env, {
    PORT: '4000',
    DATABASE_URL: 'postgresql://u:p@h/d',
    WORKER_CONCURRENCY: '16',
    LOG_LEVEL: 'info',
  });
  t.false('REDIS_URL' in env);
  t.deepEqual(readConfig(env), config);
});
