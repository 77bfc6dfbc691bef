/**
 * Runs files, and those of a failure or two once more: a failure that stays is the code's. One that goes away is the
 * machine's or the test's: it fails the run unless the file then passes four more times, alone.
 */
import type { Tally } from './ava.ts';
import { worthASecondTry, type Score } from './score.ts';
import type { TestFile } from './test-files.ts';

export type Try = (files: readonly TestFile[]) => Promise<Tally>;

const furtherTries = 4;

export async function scoreTries(
  files: readonly TestFile[],
  tryFiles: Try,
  score: Score,
  isInterrupted: () => boolean,
): Promise<void> {
  const first = await tryFiles(files);
  const again = isInterrupted() ? [] : worthASecondTry(first);
  if (again.length === 0) return score.add(first);
  console.log(`\n== a second try, alone on the machine: ${again.map(({ source }) => source).join(', ')}`);
  const second = await tryFiles(again);
  const failed = new Set(second.failures.map(({ file }) => file?.source));
  const unsteady = again.filter(({ source }) => !failed.has(source));
  if (!score.mayProve(unsteady)) return score.addUnsteady(first);
  const later = [second];
  for (const file of unsteady) {
    for (let turn = 1; turn <= furtherTries && !isInterrupted(); turn += 1) {
      console.log(`\n== it passed at its second try, now ${turn} of ${furtherTries} more: ${file.source}`);
      const tally = await tryFiles([file]);
      later.push(tally);
      if (tally.failures.length > 0) break;
    }
  }
  score.addTries(first, later);
}
