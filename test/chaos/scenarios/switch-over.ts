/**
 * R28-planned: what an operator does to a Postgres pair on purpose, under load: the primary and its standby change places,
 * a former primary is taken back without copying it, and the standby is away for longer than a minute.
 */
import { withPostgresPair, type PostgresPair } from '../postgres-pair.ts';
import { pause } from '../program.ts';
import type { Chaos, Result } from '../scenario.ts';
import { underSteadyLoad } from './steady-load.ts';

const standbyAwayMs = 75_000;
// How long its operator waits for the standby before going on without it.
const patienceMs = 10_000;

/** Each ends with the primary waiting for its standby again, called by the name given. */
const steps: readonly ((pair: PostgresPair, name: string) => Promise<void>)[] = [
  changePlaces,
  changePlaces,
  takeBackKilled,
  standbyAway,
  goOnAlone,
];

/** In a small run, the places are changed once. */
export function postgresSwitchedOver(chaos: Chaos): Promise<Result> {
  return withPostgresPair(chaos, ({ pair, rig }) => {
    let name = 'standby_0';
    return underSteadyLoad(chaos, rig, {
      faults: chaos.size < 1 ? 1 : steps.length,
      isLong: true,
      fault: async (round) => {
        const step = steps[round - 1]!;
        if (step === changePlaces || step === takeBackKilled) name = `standby_${round}`;
        await step(pair, name);
      },
    });
  });
}

async function changePlaces(pair: PostgresPair, name: string): Promise<void> {
  await pair.switchOver();
  await pair.rejoin(name);
}

async function takeBackKilled(pair: PostgresPair, name: string): Promise<void> {
  await pair.primary.stop('killed');
  await pair.promote();
  await pair.rejoin(name);
}

/** Every commit waits for the standby. */
async function standbyAway(pair: PostgresPair, name: string): Promise<void> {
  await pair.standby.stop();
  await pause(standbyAwayMs);
  await pair.standby.start({ isStandby: true });
  await pair.awaitStandby(name);
}

/** As deploy/failover/README.md says: one copy from here on, until the standby is there again. */
async function goOnAlone(pair: PostgresPair, name: string): Promise<void> {
  const { primary, standby } = pair;
  await standby.stop();
  await pause(patienceMs);
  await primary.query('alter system reset synchronous_standby_names');
  await primary.query('select pg_reload_conf()');
  await pause(standbyAwayMs - patienceMs);
  await standby.start({ isStandby: true });
  await pair.awaitStandby(name);
}
