/** How long each test file's process took, and how much of that on a processor: for the list at the end of a run. */
import { appendFileSync } from 'node:fs';
import process from 'node:process';
import test from 'ava';
import { timesFile } from './environment.ts';

/** Called by AVA in each file's process, before the file is loaded (ava.config.js). */
export default function noteTimes(): void {
  const file = timesFile();
  if (file === undefined) return;
  const source = test.meta.file.replace(/^.*\/dist\//, '').replace(/\.js$/, '.ts');
  process.once('exit', () => {
    const { userCPUTime, systemCPUTime } = process.resourceUsage();
    const seconds = performance.now() / 1000;
    const cpuSeconds = (userCPUTime + systemCPUTime) / 1e6;
    appendFileSync(file, `${JSON.stringify({ source, seconds, cpuSeconds })}\n`);
  });
}
