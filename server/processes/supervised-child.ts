import type { ChildProcess } from 'node:child_process';
import type { ChildMessage } from './child-link.ts';
import { StartError } from '../start-error.ts';

export interface SupervisedChild {
  /** Resolves when the child reports that it is ready; rejects with its reason if it ends before that. */
  start: () => Promise<void>;
  /** SIGTERM, then SIGKILL after `patienceMs`; resolves when it is gone. It is not started again. */
  stop: (patienceMs: number) => Promise<void>;
  pid: () => number | undefined;
}

const firstDelayMs = 100;
const longestDelayMs = 5000;
/** A child that lived this long is healthy: if it ends after that, the delays start over. */
const healthyMs = 30_000;

/**
 * Keeps one child process running. Once it has been ready, whenever it ends, for whatever reason, another is started
 * after 100 ms, doubling to 5 s while it keeps ending early. It never gives up, and every end and start is reported in
 * `log`.
 */
export function superviseChild(
  name: string,
  fork: () => ChildProcess,
  log: (line: string) => void,
): SupervisedChild {
  let child: ChildProcess | undefined;
  let isStopping = false;
  let delayMs = firstDelayMs;
  let timer: NodeJS.Timeout | undefined;

  const startOnce = async () => {
    const current = fork();
    child = current;
    await untilReady(name, current);
  };

  const restartLater = (reason: string) => {
    if (isStopping) return;
    log(`${reason}; starting it again in ${delayMs} ms`);
    timer = setTimeout(() => {
      startOnce().then(
        () => {
          log(`${name} is running again (process ${child?.pid})`);
          watch();
        },
        (error: Error) => restartLater(error.message),
      );
    }, delayMs);
    delayMs = Math.min(delayMs * 2, longestDelayMs);
  };

  const watch = () => {
    const readyAt = Date.now();
    const current = child;
    if (!current) return;
    const ended = (how: string) => {
      if (Date.now() - readyAt >= healthyMs) delayMs = firstDelayMs;
      restartLater(`${name} ended (${how})`);
    };
    // It may have ended between saying `ready` and now.
    if (isOver(current)) ended(howItEnded(current));
    else current.once('exit', () => ended(howItEnded(current)));
  };

  const start = async () => {
    await startOnce();
    watch();
  };

  const stop = async (patienceMs: number) => {
    isStopping = true;
    clearTimeout(timer);
    const current = child;
    if (!current || isOver(current) || current.pid === undefined) return;
    const gone = new Promise((resolve) => current.once('exit', resolve));
    current.kill('SIGTERM');
    const impatience = setTimeout(() => {
      log(`${name} did not stop within ${patienceMs / 1000} s and was killed`);
      current.kill('SIGKILL');
    }, patienceMs);
    await gone;
    clearTimeout(impatience);
  };

  return { start, stop, pid: () => child?.pid };
}

function untilReady(name: string, child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let reason: string | undefined;
    child.on('message', (message: ChildMessage) => {
      if (message.type === 'ready') resolve();
      if (message.type === 'failed') reason = message.reason;
    });
    child.once('error', (error) =>
      reject(new StartError(`${name} could not be started (${error.message}).`)),
    );
    child.once('exit', () => {
      reject(new StartError(reason ?? `${name} ended while starting (${howItEnded(child)}).`));
    });
  });
}

function isOver(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function howItEnded(child: ChildProcess): string {
  return child.signalCode ?? `exit code ${child.exitCode}`;
}
