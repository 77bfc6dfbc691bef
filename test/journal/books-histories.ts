/** Draws histories and lives through each in books of its own, checked on every day asked about. */
import fc from 'fast-check';
import type { Platform } from '../helpers/join-platform.ts';
import { checkDay, checkEntries } from './books-checks.ts';
import { dayAt, drawnStep, monthEnds, type Step } from './books-model.ts';
import { BooksPlayer } from './books-player.ts';

const history = fc.record({
  steps: fc.array(drawnStep, { minLength: 10, maxLength: 60, size: 'max' }),
  days: fc.array(fc.nat(190), { minLength: 3, maxLength: 3 }),
});

/**
 * Lives through that many histories and returns how many documents they had. Throws for the first that the books do not
 * bear out, with its seed and the shortest that was found to fail when the time was over.
 */
export async function playBooks(
  platform: Platform,
  { sequences, seed, msMax }: { sequences: number; seed?: number | undefined; msMax: number },
): Promise<number> {
  let [documents, shortest] = [0, ''];
  const until = Date.now() + msMax;
  const property = fc.asyncProperty(history, async ({ steps, days }) => {
    // Neither more histories nor a shorter one: what was found by now is told.
    if (Date.now() > until) return;
    const player = new BooksPlayer(platform, await platform.newOrganization({ edition: 'three_pl' }));
    try {
      await live(player, steps, [...monthEnds, ...days.map(dayAt), dayAt(400)]);
      documents += player.model.documents.length;
    } catch (fault) {
      shortest = `${(fault as Error).message}\nafter\n  ${player.history.join('\n  ')}`;
      throw fault;
    }
  });
  const found = await fc.check(property, { numRuns: sequences, ...(seed === undefined ? {} : { seed }) });
  if (found.failed) throw new Error(`The books with seed ${found.seed}: ${shortest}`);
  return documents;
}

async function live(player: BooksPlayer, steps: readonly Step[], days: readonly string[]): Promise<void> {
  for (const step of steps) await player.play(step);
  const told = async (): Promise<string> => {
    const reports = [];
    for (const day of days) reports.push(await checkDay(player, day));
    await checkEntries(player);
    return JSON.stringify(reports);
  };
  const before = await told();
  for (const end of [{ do: 'close' }, { do: 'lock', day: 140 }] as const) {
    await player.play(end);
    if ((await told()) !== before) throw new Error(`to ${end.do} the books changed a report`);
  }
}
