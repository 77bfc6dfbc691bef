import { readFileSync } from 'node:fs';

/** True while a process with this id exists, whoever owns it. A zombie counts as gone where /proc can tell. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return processStat(pid)?.state !== 'Z';
}

/**
 * When the process started, in clock ticks since boot: together with the pid this names one process forever. Linux
 * only.
 */
export function processStartTicks(pid: number): string | undefined {
  return processStat(pid)?.startTicks;
}

/** The program a process was started as, '' for a zombie; undefined if the system cannot tell (no /proc). */
export function processProgram(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0];
  } catch {
    return undefined;
  }
}

/** Waits until the process is gone; false if it is still there after `timeoutMs`. */
export async function waitForProcessEnd(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isProcessAlive(pid)) {
    if (Date.now() >= deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

/** Resolves when the process is gone, noticed within 100 ms. Watching it does not keep this program running. */
export function processEnd(pid: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (isProcessAlive(pid)) return;
      clearInterval(timer);
      resolve();
    }, 100);
    timer.unref();
  });
}

function processStat(pid: number): { state: string; startTicks: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses, which may itself contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', startTicks: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}
