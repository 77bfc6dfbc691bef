/** Creates the hub's folder, level by level. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Creates a folder and any missing parents, for its owner only; throws the system's error. Node's own recursive mkdir
 * loops forever if the system answers that a folder is not there (in /proc, on some network drives).
 */
export async function makeFolder(folder: string): Promise<void> {
  const missing: string[] = [];
  for (let above = resolve(folder); !existsSync(above); above = dirname(above)) missing.unshift(above);
  for (const step of missing) {
    await mkdir(step, { mode: 0o700 }).catch((fault: NodeJS.ErrnoException) => {
      // Another start was faster.
      if (fault.code !== 'EEXIST') throw fault;
    });
  }
}
