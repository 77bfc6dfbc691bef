import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { reasonOf, StartError } from '../start-error.ts';

/** Where the demo organizations' ids and tokens are stored: DATA_DIR/demo.json. */
export function demoFile(dataDir: string): string {
  return path.join(dataDir, 'demo.json');
}

/** Writes it completely or not at all, readable by its owner only, because it holds tokens with every permission. */
export function writeDemoFile(dataDir: string, demo: Record<string, unknown>): void {
  const file = demoFile(dataDir);
  writeFileSync(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** What an earlier start wrote; undefined if there is none. */
export function readDemoFile(dataDir: string): Record<string, unknown> | undefined {
  const file = demoFile(dataDir);
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  } catch (error) {
    throw new StartError(
      `${file} cannot be read (${reasonOf(error)}): fix it, or remove it to have it created again.`,
    );
  }
}
