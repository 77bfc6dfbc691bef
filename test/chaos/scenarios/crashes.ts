/** R1, R3 to R7: processes and servers die, freeze and lose everything while receive-lines arrive. */
import { checkHouse, checkReceiving, drained } from '../checker.ts';
import { pause } from '../program.ts';
import { duringLoad, prepareReceipts, startLoad, type Load } from '../receiving-load.ts';
import { startRig, type Rig, type RigOptions } from '../rig.ts';
import { sized, type Chaos, type Result } from '../scenario.ts';
import { createRandom } from '../../http/random.ts';

interface Plan {
  rig: RigOptions;
  operations: number;
  lanes: number;
  faults: number;
  fault(rig: Rig, round: number): Promise<void>;
  /** Milliseconds after the last fault within which nothing may be left open. */
  drainMsMax: number;
}

/** A load, faults during it, the drain, and the checker's verdict. */
async function underFire(chaos: Chaos, plan: Plan): Promise<Result> {
  const rig = await startRig({
    ...plan.rig,
    ...(chaos.databaseUrl ? { databaseUrl: chaos.databaseUrl } : {}),
  });
  try {
    const lines = await prepareReceipts(rig, 12);
    const load = startLoad(rig, lines, { operations: plan.operations, lanes: plan.lanes, seed: chaos.seed });
    const faults = await duringLoad(load, { times: plan.faults, seed: chaos.seed + 1 }, (round) =>
      plan.fault(rig, round),
    );
    const drainMs = await drained(rig.owner, plan.drainMsMax);
    const result = await judge(rig, load, drainMs, { faults });
    if (faults === 0) result.problems.push('the load ended before its first fault');
    return result;
  } finally {
    await rig.stop();
  }
}

async function judge(
  rig: Rig,
  load: Load,
  drainMs: number | undefined,
  figures: Result['figures'],
): Promise<Result> {
  const { lost, doubled, problems } = await checkReceiving(rig.owner, load);
  const house = await checkHouse(rig.owner);
  const open = drainMs === undefined ? ['operations were still open after the time to drain'] : [];
  return {
    figures: {
      operations: load.done,
      ...figures,
      retried: load.tally.retried,
      lost,
      doubled,
      drain_ms: drainMs ?? '-',
    },
    problems: [...problems, ...house, ...open],
  };
}

/** R1: kill -9 of a worker under receive-lines. */
export function workerKilled(chaos: Chaos, redis = true): Promise<Result> {
  return underFire(chaos, {
    rig: { workers: 1, redis },
    operations: sized(chaos, 3_000, 150),
    lanes: 24,
    faults: sized(chaos, 50, 3),
    fault: (rig) => rig.workers[0]!.crash(),
    drainMsMax: 10_000,
  });
}

/** R3: Redis killed with all it held, and back empty. */
export function redisWiped(chaos: Chaos): Promise<Result> {
  return underFire(chaos, {
    rig: { workers: 1, redis: true },
    operations: sized(chaos, 3_000, 150),
    lanes: 24,
    faults: sized(chaos, 5, 2),
    fault: async (rig) => {
      const revive = await rig.killRedis();
      await pause(300);
      await revive();
    },
    drainMsMax: 20_000,
  });
}

/** R4: Postgres crashes (immediate shutdown) and recovers from its log. */
export function postgresCrashed(chaos: Chaos): Promise<Result> {
  return underFire(chaos, {
    rig: { workers: 1 },
    operations: sized(chaos, 3_000, 200),
    lanes: 24,
    faults: sized(chaos, 5, 2),
    fault: () => chaos.postgres!.crash(),
    drainMsMax: 20_000,
  });
}

/** R5: all of it mixed. */
export function mixedFaults(chaos: Chaos): Promise<Result> {
  const random = createRandom(chaos.seed + 5);
  const faults: ((rig: Rig) => Promise<void>)[] = [
    (rig) => random.pick(rig.workers).crash(),
    (rig) => rig.api.crash(),
    (rig) => freeze(rig, 3_000),
    async (rig) => (await rig.killRedis())(),
    ...(chaos.postgres ? [() => chaos.postgres!.crash()] : []),
  ];
  return underFire(chaos, {
    rig: { workers: 2 },
    operations: sized(chaos, 5_000, 300),
    lanes: 24,
    faults: sized(chaos, 24, 5),
    fault: (rig, round) => faults[round % faults.length]!(rig),
    drainMsMax: 30_000,
  });
}

/**
 * R6: a worker is frozen with jobs in hand while another carries on; then it wakes up and believes it is still its
 * turn.
 */
export function workerFrozen(chaos: Chaos): Promise<Result> {
  return underFire(chaos, {
    rig: { workers: 2 },
    operations: sized(chaos, 2_000, 200),
    lanes: 24,
    faults: sized(chaos, 4, 1),
    fault: (rig) => freeze(rig, 8_000),
    drainMsMax: 20_000,
  });
}

async function freeze(rig: Rig, ms: number): Promise<void> {
  rig.workers[0]!.signal('SIGSTOP');
  await pause(ms);
  rig.workers[0]!.signal('SIGCONT');
}

/** R7: kill -9 of the API; clients repeat with the same key. */
export function apiKilled(chaos: Chaos): Promise<Result> {
  return underFire(chaos, {
    rig: { workers: 1 },
    operations: sized(chaos, 2_000, 150),
    lanes: 24,
    faults: sized(chaos, 20, 3),
    fault: (rig) => rig.api.crash(),
    drainMsMax: 10_000,
  });
}
