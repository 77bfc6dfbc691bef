/**
 * Any history of documents, payments, credits, voids, month ends and locks: the books say on every day what a model of
 * them says. A failure prints the seed, and the shortest history that was found to fail. `BOOKS_SEED` repeats one,
 * `BOOKS_RUNS` draws more.
 */
import process from 'node:process';
import test from 'ava';
import fc from 'fast-check';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { createOrganization } from '../helpers/organization.ts';
import { checkDay, checkEntries } from './books-checks.ts';
import { dayAt, drawnStep, monthEnds, type Step } from './books-model.ts';
import { BooksPlayer } from './books-player.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const { BOOKS_SEED: seed, BOOKS_RUNS: runs } = process.env;
// Looking for a shorter history ends here: the one found by then is told.
const searchMsMax = runs === undefined ? 50_000 : 240_000;

const history = fc.record({
  steps: fc.array(drawnStep, { minLength: 10, maxLength: 60, size: 'max' }),
  days: fc.array(fc.nat(190), { minLength: 3, maxLength: 3 }),
});

test('any history of documents: on every day the books say what the model says', async (t) => {
  t.timeout(2 * searchMsMax);
  let [documents, shortest] = [0, ''];
  const until = Date.now() + searchMsMax;
  const property = fc.asyncProperty(history, async ({ steps, days }) => {
    if (Date.now() > until) return;
    const player = new BooksPlayer(
      platform,
      await createOrganization(platform.database, { edition: 'three_pl' }),
    );
    try {
      await live(player, steps, [...monthEnds, ...days.map(dayAt), dayAt(400)]);
      documents += player.model.documents.length;
    } catch (fault) {
      shortest = `${(fault as Error).message}\nafter\n  ${player.history.join('\n  ')}`;
      throw fault;
    }
  });
  const found = await fc.check(property, {
    numRuns: Number(runs ?? 6),
    ...(seed === undefined ? {} : { seed: Number(seed) }),
  });
  t.false(found.failed, `BOOKS_SEED=${found.seed}\n${shortest}`);
  t.true(documents > 0);
});

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
