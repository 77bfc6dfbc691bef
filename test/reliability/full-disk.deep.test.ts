/**
 * A disk that is really full: a Postgres on a small file system of its own. The API says that it cannot store anything
 * (503), readiness says so too, and once there is room again everything goes on.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import { startEmbeddedPostgres } from '../../server/postgres/embedded-postgres.ts';
import { startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';

const diskMegabytes = 400;

/** Writes a file until nothing more fits. */
function fill(file: string): void {
  const descriptor = openSync(file, 'w');
  try {
    for (const size of [1 << 20, 1 << 12]) {
      const block = Buffer.alloc(size, 1);
      try {
        for (let count = 0; count < diskMegabytes * 256; count += 1) writeSync(descriptor, block);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
  } finally {
    closeSync(descriptor);
  }
}

function mountSmallDisk(t: { teardown(end: () => void): void }): string | undefined {
  const dir = mkdtempSync(path.join(tmpdir(), 'warehouse-disk-'));
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m,mode=0711`, 'tmpfs', dir], {
      stdio: 'ignore',
    });
  } catch {
    return undefined;
  }
  t.teardown(() => execFileSync('umount', ['--lazy', dir]));
  return dir;
}

test('a full disk is told as what it is, and work goes on when there is room again', async (t) => {
  const disk = mountSmallDisk(t);
  if (!disk) return t.pass('this user may not mount a file system');
  const dataDir = path.join(disk, 'data');
  mkdirSync(dataDir, { mode: 0o711 });
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false, log: () => {} });
  t.teardown(() => postgres.stop('immediate'));
  const platform = await startPlatform(undefined, {
    workers: false,
    servers: { databaseUrl: postgres.url, redisUrl: '' },
  });
  t.teardown(() => platform.stop());
  const { client, url } = platform;
  const ready = async (): Promise<number> => (await fetch(`${url}/readyz`)).status;
  t.is(await ready(), 200);

  const filler = path.join(disk, 'filler');
  fill(filler);
  const write = (): ReturnType<typeof client.post> =>
    client.post('/api/wms/items', { sku: `FULL-${Math.random()}`, name: 'x'.repeat(200) });
  const refused = await until('nothing more can be stored', async () => {
    const answer = await write();
    return answer.status >= 400 && answer;
  });
  t.is(refused.status, 503, refused.text);
  t.is(refused.body.error.code, 'UNAVAILABLE');
  t.regex(refused.body.error.message, /no room left/);
  t.is(await ready(), 503);

  rmSync(filler);
  await until('it is ready again', async () => (await ready()) === 200);
  t.is((await write()).status, 201);
});
