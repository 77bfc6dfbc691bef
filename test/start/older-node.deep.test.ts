/** Where the packages bring no Node, the machine's own serves from 20.19 on: the one that npm runs on is tried. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { freePort } from '../../server/free-port.ts';
import { machinesNode } from '../helpers/environment.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

test('the platform also starts, serves and stops on the Node that npm itself runs on', async (t) => {
  const node = machinesNode();
  if (node === undefined) return t.pass('these tests were not started by npm');
  const port = String(await freePort());
  const dataDir = mkdtempSync(path.join(tmpdir(), 'warehouse-node-'));
  t.teardown(() => rmSync(dataDir, { recursive: true, force: true }));
  const child = spawn(node, [path.join(root, 'dist/server/main.js')], {
    env: { PATH: '/usr/bin:/bin', DATA_DIR: dataDir, PORT: port },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 90_000,
    killSignal: 'SIGKILL',
  });
  let said = '';
  // Read to the end: a program whose output nobody takes cannot say that it stopped.
  await new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (/ready\n/.test(said)) resolve();
    });
    child.once('exit', resolve);
  });
  t.is((await fetch(`http://127.0.0.1:${port}/readyz`)).status, 200, said);
  child.kill('SIGINT');
  const [code] = (await once(child, 'exit')) as [number | null];
  t.is(code, 0, said);
});
