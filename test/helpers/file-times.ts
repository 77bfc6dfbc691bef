/**
 * How long each test file's process took, on a processor with the programs it started, and after its last test: for the
 * lists at the end of a run.
 */
import { appendFileSync } from 'node:fs';
import process from 'node:process';
import test, { registerCompletionHandler } from 'ava';
import { processorSeconds } from '../runner/processor-time.ts';
import { timesFile } from './environment.ts';

/** Called by AVA in each file's process, before the file is loaded (ava.config.js). */
export default function noteTimes(): void {
  const file = timesFile();
  if (file === undefined) return;
  const source = test.meta.file.replace(/^.*\/dist\//, '').replace(/\.js$/, '.ts');
  let doneAt = Infinity;
  registerCompletionHandler(() => {
    doneAt = performance.now();
  });
  process.once('exit', () => {
    const { userCPUTime, systemCPUTime } = process.resourceUsage();
    const seconds = performance.now() / 1000;
    const cpuSeconds = processorSeconds([]) ?? (userCPUTime + systemCPUTime) / 1e6;
    const idleSeconds = Math.max(0, performance.now() - doneAt) / 1000;
    appendFileSync(file, `${JSON.stringify({ source, seconds, cpuSeconds, idleSeconds })}\n`);
  });
}
