/**
 * Which Node runs: this machine's if it is new enough, else the one the packages bring (package.json,
 * optionalDependencies). npm puts node_modules/.bin first on the path of its scripts, so `node` in a script is always
 * the packages' Node; the machine's is the one npm itself runs on, in npm_node_execpath. start.mjs and test/run.mjs
 * therefore choose, and hand over to the other Node if theirs is not the chosen one. Tools that npm runs by their name
 * (tsc, oxlint) stay on the packages' Node.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export interface FoundNode {
  path: string;
  /** Without a `v`: 26.10.0. */
  version: string;
}

/** From Node 22.15 on. */
type Replaceable = NodeJS.Process & {
  execve?: (file: string, words: readonly string[], env: NodeJS.ProcessEnv) => never;
};

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const newEnough = 24;

/** The Node to run on and why. `machine` is undefined if npm itself runs on the packages' Node. */
export function chooseNode(found: {
  machine: FoundNode | undefined;
  packaged: FoundNode | undefined;
}): (FoundNode & { why: string }) | undefined {
  const { machine, packaged } = found;
  if (machine && Number.parseInt(machine.version, 10) >= newEnough) {
    return { ...machine, why: "this machine's own" };
  }
  if (packaged) {
    const why = machine
      ? `from the packages: this machine's is ${machine.version}, and ${newEnough} or newer is wanted`
      : 'from the packages: npm itself runs on it';
    return { ...packaged, why };
  }
  if (!machine) return undefined;
  const why = `this machine's own: ${newEnough} or newer is wanted, and the packages bring none for this machine`;
  return { ...machine, why };
}

/** Says which Node runs and goes on, if this process is on the chosen one; otherwise that one begins anew. */
export async function runOnChosenNode(env: NodeJS.ProcessEnv): Promise<void> {
  const packaged = packagedNode();
  const machine = machinesNode(env, packaged);
  const chosen = chooseNode({ machine, packaged });
  if (!chosen || isSame(chosen.path, process.execPath)) {
    // Not on stdout: what some programs print there is read by other programs.
    if (chosen) console.error(`Node ${chosen.version} (${chosen.path}), ${chosen.why}.`);
    return;
  }
  // By this name the chosen one finds the same two, whether npm started us or not.
  await handOver(chosen.path, machine ? { ...env, npm_node_execpath: machine.path } : env);
}

/** The packages' Node for this machine; undefined if they have none or it was left out, as in deploy/Dockerfile. */
export function packagedNode(): FoundNode | undefined {
  const { platform, arch } = process;
  // On Apple's processors the other name ended with Node 18; the same people publish it under this one.
  const isApple = platform === 'darwin' && arch === 'arm64';
  const name = `node-${isApple ? 'bin-' : ''}${platform === 'win32' ? 'win' : platform}-${arch}`;
  const manifest = path.join(modules, name, 'package.json');
  if (!existsSync(manifest)) return undefined;
  const { version, bin } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    version: string;
    bin: { node: string };
  };
  const file = path.join(modules, name, bin.node);
  return existsSync(file) ? { path: file, version } : undefined;
}

function machinesNode(env: NodeJS.ProcessEnv, packaged: FoundNode | undefined): FoundNode | undefined {
  const file = env['npm_node_execpath'] || process.execPath;
  if (!existsSync(file) || (packaged && isSame(file, packaged.path))) return undefined;
  const version =
    file === process.execPath ? process.version : execFileSync(file, ['--version'], { encoding: 'utf8' });
  return { path: file, version: version.trim().slice(1) };
}

/** The same command on another Node: in this process where the system and this Node can do that, else in one below it. */
async function handOver(file: string, env: NodeJS.ProcessEnv): Promise<void> {
  const words = [...process.execArgv, ...process.argv.slice(1)];
  const { execve } = process as Replaceable;
  if (execve && process.platform !== 'win32') execve(file, [file, ...words], env);
  const child = spawn(file, words, { stdio: 'inherit', env });
  // Ctrl-C reaches both: passed on as well, it would be the second one, which ends a program at once.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject).once('exit', (exit) => resolve(exit ?? 1));
  });
  process.exit(code);
}

function isSame(one: string, other: string): boolean {
  return realpathSync(one) === realpathSync(other);
}
