import { type ChildProcess, fork } from 'node:child_process';
import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { childEnvironment, type ServerConfig } from '../config.ts';
import { StartError } from '../start-error.ts';
import { type SupervisedChild, superviseChild } from './supervised-child.ts';

/** The API and worker processes `config` asks for, not yet started. */
export function platformProcesses(
  config: ServerConfig,
  log: (line: string) => void,
): { api: SupervisedChild[]; workers: SupervisedChild[] } {
  const env = childEnvironment(config);
  const supervise = (kind: string, count: number, start: (index: number) => ChildProcess) =>
    Array.from({ length: count }, (_, index) =>
      superviseChild(
        count === 1 ? `the ${kind} process` : `${kind} process ${index + 1}`,
        () => start(index),
        log,
      ),
    );
  // Each worker process serves its own health: the second on the next port, and so on.
  const workersPort = (index: number): NodeJS.ProcessEnv =>
    config.workersPort === undefined ? {} : { WORKERS_PORT: `${config.workersPort + index}` };
  // One API process listens by itself; several share the port through Node's cluster module.
  const forkApi = config.apiProcesses === 1 ? forkAlone : forkSharingPort;
  return {
    api: supervise('api', config.apiProcesses, () => forkApi('api', env)),
    workers: supervise('workers', config.workerProcesses, (index) =>
      forkAlone('workers', { ...env, ...workersPort(index) }),
    ),
  };
}

/**
 * How Node runs the API and the workers, here and in deploy/. An error's stack names the sources, not what was compiled
 * from them. What a request leaves behind dies young if the young have room: with V8's usual 1 to 16 MB a page of orders
 * costs the API a fifth more.
 */
export const execArgv = ['--enable-source-maps', '--min-semi-space-size=32', '--max-semi-space-size=32'];

function forkAlone(kind: string, env: NodeJS.ProcessEnv): ChildProcess {
  // In a process group of its own: Ctrl-C reaches only the supervisor, which stops everything in order.
  return fork(entryOf(kind), [], { env, execArgv, detached: true });
}

function forkSharingPort(kind: string, env: NodeJS.ProcessEnv): ChildProcess {
  cluster.setupPrimary({ exec: entryOf(kind), args: [], execArgv });
  return cluster.fork(env).process;
}

function entryOf(kind: string): string {
  const entry = fileURLToPath(new URL(`../${kind}-main.js`, import.meta.url));
  if (!existsSync(entry)) throw new StartError(`${entry} is missing: run npm run build.`);
  return entry;
}
