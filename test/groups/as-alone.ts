/** The property of every handler of many: a mix of commands in groups leaves what it leaves one by one. */
import type { ExecutionContext } from 'ava';
import fc from 'fast-check';
import { huntTimes } from '../helpers/environment.ts';

/** What commands left, by what is looked at: rows and outcomes as text. */
type Left = Record<string, readonly string[]>;

export async function assertAsAlone<Wanted>(
  t: ExecutionContext,
  inputs: fc.Arbitrary<Wanted>,
  { commandsMax, runs }: { commandsMax: number; runs: number },
  leftIn: (wanted: readonly Wanted[], size: number) => Promise<Left>,
): Promise<void> {
  let mixed = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(inputs, { minLength: 2, maxLength: commandsMax }), async (wanted) => {
      const alone = await leftIn(wanted, 1);
      const states = new Set(alone['outcomes']!.map((outcome) => outcome.slice(0, 12)));
      mixed += Number(states.size > 1);
      for (const size of [2, 64]) t.deepEqual(await leftIn(wanted, size), alone, `groups of ${size}`);
    }),
    { numRuns: runs * huntTimes() },
  );
  t.true(mixed > 0, 'some groups held both good and bad ones');
}

/** Undefined fields stay out of the input, as in JSON. */
export const said = (input: object): object => JSON.parse(JSON.stringify(input)) as object;
