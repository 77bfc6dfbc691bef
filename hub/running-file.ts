import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from './config.ts';
import { writeFileSafely } from './state/write-file-safely.ts';

/** How to reach the hub that runs on a data directory; readable by its user only. */
export interface RunningHub {
  pid: number;
  port: number;
  secret: string;
}

const fileOf = (dataDir: string) => join(dataDir, 'running.json');

/**
 * Which hub runs on a data directory, or `null`. A killed hub leaves its file behind, so the file alone proves nothing.
 */
export async function readRunning(dataDir: string): Promise<RunningHub | null> {
  try {
    return JSON.parse(await readFile(fileOf(dataDir), 'utf8')) as RunningHub;
  } catch {
    return null;
  }
}

/** Two hubs on one journal would print twice: refuses while another one answers. */
export async function refuseSecondHub(dataDir: string): Promise<void> {
  const running = await readRunning(dataDir);
  if (!running || running.pid === process.pid || !isAlive(running.pid)) return;
  const isHub = await fetch(`http://127.0.0.1:${running.port}/page.css`, {
    signal: AbortSignal.timeout(2_000),
  }).then(
    // 503 while it starts.
    (response) => response.ok || response.status === 503,
    () => false,
  );
  if (isHub) throw new ConfigError(`A hub (pid ${running.pid}) runs on ${dataDir} already.`);
}

export async function writeRunning(dataDir: string, running: RunningHub): Promise<void> {
  await writeFileSafely(fileOf(dataDir), JSON.stringify(running));
}

export async function removeRunning(dataDir: string): Promise<void> {
  await rm(fileOf(dataDir), { force: true });
}

/** Asks the running hub for a new pairing code; refuses with a sentence if there is no hub. */
export async function askForCode(dataDir: string): Promise<string> {
  const running = await readRunning(dataDir);
  if (!running) throw new ConfigError(`No hub runs on ${dataDir}; start it with npm run hub.`);
  const url = `http://127.0.0.1:${running.port}/control/code`;
  const headers = { authorization: `Bearer ${running.secret}` };
  const response = await fetch(url, { method: 'POST', headers, signal: AbortSignal.timeout(5_000) }).catch(
    () => null,
  );
  if (!response) throw new ConfigError(`The hub on port ${running.port} does not answer; is it running?`);
  const body = (await response.json()) as { code?: string; message?: string };
  if (!body.code) throw new ConfigError(body.message ?? 'The hub refused to make a pairing code.');
  return body.code;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
}
