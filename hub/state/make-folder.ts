/** Makes the hub's folder, step by step. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and what is missing above it, for its owner only; throws what the system says. Node's own recursive mkdir
 * goes round for ever where the system answers that a folder is not there (in /proc, on some network drives).
 */
export async function makeFolder(folder: string): Promise<void> {
  const missing: string[] = [];
  for (let above = resolve(folder); !existsSync(above); above = dirname(above)) missing.unshift(above);
  for (const step of missing) {
    await mkdir(step, { mode: 0o700 }).catch((fault: NodeJS.ErrnoException) => {
      // Another start was quicker.
      if (fault.code !== 'EEXIST') throw fault;
    });
  }
}
