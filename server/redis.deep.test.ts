import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import { isProcessAlive } from './processes/live-process.ts';
import { startRedis } from './redis.ts';

async function ask(port: number, command: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${command}\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return answer.toString();
}

test('a redis-server found on PATH runs without eviction and comes back empty on its port', async (t) => {
  const dir = mkdtempSync(path.join(tmpdir(), 'redis-'));
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  const first = await startRedis({ dir });
  if (!first) {
    t.log('no redis-server on PATH: nothing to test');
    t.pass();
    return;
  }
  t.regex(await ask(first.port, 'CONFIG GET maxmemory-policy'), /noeviction/);
  t.regex(await ask(first.port, 'SET key value'), /OK/);
  await first.kill();
  t.false(isProcessAlive(first.pid));

  const second = await startRedis({ dir, port: first.port });
  t.is(second?.port, first.port);
  t.is(await ask(first.port, 'GET key'), '$-1\r\n');
  await second?.stop();
  t.false(isProcessAlive(second?.pid ?? 0));
});
