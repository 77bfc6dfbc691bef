import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test, { type ExecutionContext } from 'ava';
import { ChaosHub } from '../test/chaos/hub/chaos-hub.ts';
import { testFolder } from '../test/hub/rig/folder.ts';
import { LocalClient } from '../test/hub/rig/local-client.ts';
import { within } from '../test/helpers/wait.ts';

const mainFile = fileURLToPath(new URL('./main.js', import.meta.url));

async function run(
  env: Record<string, string>,
  args: string[] = [],
): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, [mainFile, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  child.stdout.on('data', (bytes) => (out += bytes));
  child.stderr.on('data', (bytes) => (out += bytes));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const code = await within('the program ends', ended);
  return { code, out };
}

const newFolder = (t: ExecutionContext) => testFolder(t, 'hub-main');

const refused = test.macro(async (t, env: Record<string, string>, name: RegExp) => {
  const { code, out } = await run({ HUB_DATA_DIR: await newFolder(t), ...env });
  t.is(code, 1);
  t.regex(out, name);
  t.is(out.trim().split('\n').length, 1, 'one sentence, no stack');
});

test('a port that is none', refused, { HUB_PORT: 'abc' }, /HUB_PORT/);
test('a misspelt setting', refused, { HUB_PROT: '1' }, /HUB_PROT is not a setting/);
test('a bad log level', refused, { LOG_LEVEL: 'loud' }, /LOG_LEVEL/);
test('a bad origin', refused, { HUB_ALLOWED_ORIGINS: 'https://a.example/path' }, /HUB_ALLOWED_ORIGINS/);

test('a port in use is one sentence and exit 1', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const { code, out } = await run({ HUB_DATA_DIR: await newFolder(t), HUB_PORT: String(port) });
  server.close();
  t.is(code, 1);
  t.regex(out, new RegExp(`^Port ${port} is in use`));
});

test('code prints a new code of the running hub, which pairs; SIGTERM ends it with 0', async (t) => {
  const folder = await newFolder(t);
  const env = { HUB_DATA_DIR: folder };
  const none = await run(env, ['code']);
  t.is(none.code, 1);
  t.regex(none.out, /No hub runs/);
  const hub = new ChaosHub(folder);
  t.teardown(() => hub.stop());
  await hub.start();
  const { code, out } = await run(env, ['code']);
  t.is(code, 0);
  t.regex(out, /^\d{6}\n$/);
  const client = await LocalClient.connect(hub.port);
  t.true((await client.request('hub.pair', { code: out.trim() })).ok);
  t.is((await stat(join(folder, 'running.json'))).mode & 0o077, 0, 'only its user can read the secret');
  t.is((await stat(join(folder, 'cloud.json'))).mode & 0o077, 0);
  const second = await run({ ...env, HUB_PORT: '0' });
  t.is(second.code, 1);
  t.regex(second.out, /runs on .* already/);
  t.is(await hub.stop(), 0);
});

test('talk sends what is typed, one after the other, and shows all that comes', async (t) => {
  const folder = await newFolder(t);
  const none = await run({ HUB_DATA_DIR: folder }, ['talk']);
  t.is(none.code, 1);
  t.regex(none.out, /No hub runs/);
  const hub = new ChaosHub(folder);
  t.teardown(() => hub.stop());
  await hub.start();
  const code = (await run({ HUB_DATA_DIR: folder }, ['code'])).out.trim();
  const child = spawn(process.execPath, [mainFile, 'talk'], {
    env: { HUB_DATA_DIR: folder },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(`printer.list\nwhat {\nhub.pair {"code": "${code}"}\nprinter.list\n`);
  let out = '';
  child.stdout.on('data', (bytes) => (out += bytes));
  t.is(
    await within(
      'the program ends',
      once(child, 'close').then(([ended]) => ended as number),
    ),
    0,
  );
  const shown = out.trim().split('\n');
  t.like(JSON.parse(shown[1]!.slice(2)), { id: 1, ok: false, error: { code: 'UNAUTHORIZED' } });
  t.regex(shown[2]!, /^Type an action/);
  t.like(JSON.parse(shown.at(-1)!.slice(2)), { id: 3, ok: true, data: { printers: [] } });
  await hub.stop();
});
