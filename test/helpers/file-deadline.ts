/**
 * Every test file's process ends: while tests run within a quarter of an hour (the slowest file takes one and a
 * half on two quiet cores; a hunt is given more), and soon after the last one. AVA's own limit is the run's, a test that
 * asks for more time suspends it, and it does not name the file: it is longer (ava.config.js).
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
    // Thrown where nothing catches it, AVA ends this file alone and says which it is; `process.exit` breaks its TAP.
    throw new Error(`${what} within ${msMax / 1000} s; still open: ${open || 'nothing'}`);
  }, msMax).unref();
}
