/**
 * A few random sequences of every noun outside the warehouse in every run; `npm run chaos -- R12` runs 2,000 of each.
 */
import test from 'ava';
import { huntTimes } from '../helpers/environment.ts';
import { machineSubjects } from '../helpers/machine-subjects.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { machinesPlayed, performMachineSequences } from './machine-sequences.ts';
import { containers, flows, visits } from './record-sequences.ts';

let platform: Platform & { stop(): Promise<void> };
let subjects: Awaited<ReturnType<typeof machineSubjects>>;
test.before(async () => {
  platform = await joinPlatform();
  subjects = await machineSubjects(platform);
});
test.after.always(() => platform?.stop());

const few = { sequences: 6 * huntTimes() };

for (const name of machinesPlayed) {
  test.serial(`whatever is asked of a ${name.replaceAll('_', ' ')}, only its table moves it`, async (t) => {
    t.true((await performMachineSequences(platform, name, subjects[name], few)) >= 36);
  });
}

for (const [title, play] of Object.entries({ containers, visits, flows })) {
  test.serial(`${title} end as their model says, whatever comes in whatever order`, async (t) => {
    await t.notThrowsAsync(play(platform, few));
  });
}
