/** An API process that is asked to stop says so first, and serves until its balancer has had the time to notice. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import test from 'ava';
import { freePort } from '../../server/free-port.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { testSecrets } from '../helpers/servers.ts';
import { until } from '../helpers/wait.ts';

test('on SIGTERM it is not ready at once, and goes on serving until its drain is over', async (t) => {
  const database = await createTestDatabase();
  t.teardown(() => database.drop());
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = spawn(process.execPath, [path.join('dist', 'server', 'api-main.js')], {
    stdio: 'ignore',
    env: {
      PATH: '/usr/bin:/bin',
      APP_DATABASE_URL: database.appUrl,
      SYSTEM_DATABASE_URL: database.systemUrl,
      PLATFORM_SECRET: testSecrets.current,
      PORT: `${port}`,
      DRAIN_MS: '8000',
    },
  });
  t.teardown(() => program.kill('SIGKILL'));
  const ended = new Promise((resolve) => program.once('exit', (code) => resolve(code)));
  const ready = (): Promise<number | undefined> =>
    fetch(`${url}/readyz`, { headers: { connection: 'close' } }).then(
      ({ status }) => status,
      () => undefined,
    );
  await until('the API is ready', async () => (await ready()) === 200, 60_000);

  program.kill('SIGTERM');
  await until('it says that it is leaving', async () => (await ready()) === 503, 3_000);
  // A balancer that has not noticed yet still sends it requests, over new connections.
  for (let requests = 0; requests < 3; requests += 1) {
    const answer = await fetch(`${url}/healthz`, { headers: { connection: 'close' } });
    t.is(((await answer.json()) as { ok: boolean }).ok, true);
  }
  t.is(await ended, 0);
  t.is(await ready(), undefined, 'it is gone');
});
