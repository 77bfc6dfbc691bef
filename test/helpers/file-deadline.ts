/**
 * Every test file's process ends: while tests run within ten minutes (the slowest file takes one and a
 * half on two quiet cores; a hunt is given more), and soon after the last one. AVA's own limit is the
 * run's, and a test that asks for more time suspends it: one file that does not end would hold up the run for good.
 */
import process from 'node:process';
import { registerCompletionHandler } from 'ava';
import { huntMs } from './environment.ts';

const closeMsMax = 30_000;

/** Called by AVA in each file's process, before the file is loaded (ava.config.js). */
export default function limitFile(): void {
  endAfter(huntMs(), 'Its tests did not end');
  registerCompletionHandler(() => endAfter(closeMsMax, 'Its tests ended but its process did not'));
}

function endAfter(msMax: number, what: string): void {
  setTimeout(() => {
    const open = process.getActiveResourcesInfo().join(', ');
    console.error(`${what} within ${msMax / 1000} s; still open: ${open || 'nothing'}`);
    process.exit(1);
  }, msMax).unref();
}
