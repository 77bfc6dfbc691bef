/**
 * A load that continues for as long as faults take, an event reader next to it, and the verdict at the end: R28 to R30.
 */
import { checkHouse, checkReceiving, drained } from '../checker.ts';
import { startReader } from '../persistent-reader.ts';
import { pause } from '../program.ts';
import { prepareReceipts, startLoad } from '../receiving-load.ts';
import type { Rig } from '../rig.ts';
import type { Chaos, Result } from '../scenario.ts';

interface Plan {
  faults: number;
  /** Resolves when what was broken works again. */
  fault(round: number): Promise<void>;
  /** Whether the faults outlast an operation's attempts: each lane may then have one set aside. */
  isLong?: boolean;
}

// The load runs undisturbed for this long before each fault and after the last.
const calmMs = 1_500;
const drainMsMax = 20_000;
const lanes = 12;
const operationsMax = 200_000;

/** Two API and two worker processes; one of each in a small run, which spends most of its time starting them. */
export function twoOfEach({ size }: Chaos): { apis: number; workers: number } {
  return size < 0.1 ? { apis: 1, workers: 1 } : { apis: 2, workers: 2 };
}

/** How long nothing succeeded in each fault, and whether everything that was answered is there once. */
export async function underSteadyLoad(
  chaos: Chaos,
  rig: Rig,
  { faults, fault, isLong = false }: Plan,
): Promise<Result> {
  const reader = await startReader(rig);
  const lines = await prepareReceipts(rig, 12);
  const load = startLoad(rig, lines, { operations: operationsMax, lanes, seed: chaos.seed });
  const silent: number[] = [];
  try {
    for (let round = 1; round <= faults; round += 1) {
      await pause(calmMs);
      load.silenceMs();
      await fault(round);
      await pause(calmMs);
      silent.push(load.silenceMs());
    }
  } finally {
    load.enough();
    await load.finished;
  }
  const drainMs = await drained(rig.owner, drainMsMax);
  const { lost, doubled, problems } = await checkReceiving(rig.owner, load, isLong ? lanes : 0);
  const read = await reader.judge();
  return {
    figures: {
      operations: load.done,
      faults,
      seconds_without_success: silent.map((ms) => (ms / 1000).toFixed(1)).join(' '),
      retried: load.tally.retried,
      ...(isLong ? { set_aside: load.setAside } : {}),
      lost,
      doubled,
      events_heard: read.heard,
      streams_resumed: read.resumed,
      drain_ms: drainMs ?? '-',
    },
    problems: [
      ...problems,
      ...read.problems,
      ...(await checkHouse(rig.owner)),
      ...(drainMs === undefined ? [`operations were still open ${drainMsMax} ms after the load`] : []),
    ],
  };
}
