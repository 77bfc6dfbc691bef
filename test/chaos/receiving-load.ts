/**
 * The load of most scenarios: receive-lines of one unit each, with a key, over some receipts; and what must result from
 * it.
 */
import { randomUUID } from 'node:crypto';
import { inLanes } from '../http/wire.ts';
import { createRandom } from '../http/random.ts';
import { isSetAside, newTally, postUntilCertain, send, type Tally } from './persistent-client.ts';
import { pause } from './program.ts';
import type { Rig } from './rig.ts';

export interface Load {
  /** Units accepted per receipt line: what the ledger must show, no more and no less. */
  expected: Map<string, number>;
  tally: Tally;
  operations: number;
  done: number;
  /** Operations that were not answered with success: a receive-line of this load has no reason to be refused. */
  refused: string[];
  /** Operations set aside after their last attempt. */
  setAside: number;
  /** Resolves once the outcome of every operation is certain. */
  finished: Promise<void>;
  /** No further operations are started. */
  enough(): void;
  /** The longest time without a success since this was last called. */
  silenceMs(): number;
}

/** Where an organization is reached. */
export type Place = Pick<Rig, 'url' | 'urls' | 'organization'>;

const linesPerReceipt = 5;

/** Creates receipts with lines far larger than the load. Returns [receipt, line] pairs. */
export async function prepareReceipts(rig: Place, count: number): Promise<[string, string][]> {
  const { organization, url } = rig;
  const made = await inLanes(Array.from({ length: count }), 4, async () => {
    const { status, body } = await send(url, organization, 'POST', '/api/wms/inbound-receipts', {
      warehouse_id: organization.warehouseId,
      source_type: 'manual',
      lines: Array.from({ length: linesPerReceipt }, () => ({
        item_id: organization.items['PLAIN'],
        expected_qty: 1_000_000,
      })),
    });
    if (status !== 201) throw new Error(`no receipt: ${status} ${JSON.stringify(body)}`);
    const { id, lines } = body.data as { id: string; lines: { id: string }[] };
    return lines.map((line): [string, string] => [id, line.id]);
  });
  return made.flat();
}

/**
 * Starts `operations` receive-lines in `lanes` lanes. Bounded: each operation ends with its answer or when its patience
 * does.
 */
export function startLoad(
  rig: Place,
  lines: readonly [string, string][],
  options: { operations: number; lanes: number; seed: number },
): Load {
  const random = createRandom(options.seed);
  const locations = ['A-01', 'A-02', 'A-03', 'A-04', 'A-05'].map((code) => rig.organization.locations[code]!);
  let isEnough = false;
  let lastSuccessAt = Date.now();
  let longestMs = 0;
  const succeeded = (): void => {
    longestMs = Math.max(longestMs, Date.now() - lastSuccessAt);
    lastSuccessAt = Date.now();
  };
  const load: Load = {
    expected: new Map(lines.map(([, line]) => [line, 0])),
    tally: newTally(),
    operations: options.operations,
    done: 0,
    refused: [],
    setAside: 0,
    finished: Promise.resolve(),
    enough: () => {
      isEnough = true;
    },
    silenceMs: () => {
      const ms = Math.max(longestMs, Date.now() - lastSuccessAt);
      longestMs = 0;
      lastSuccessAt = Date.now();
      return ms;
    },
  };
  const run = async (): Promise<void> => {
    if (isEnough) return;
    const [receipt, line] = random.pick(lines);
    const body = { receipt_line_id: line, received_qty: 1, location_id: random.pick(locations) };
    const path = `/api/wms/inbound-receipts/${receipt}/receive-line`;
    const answer = await postUntilCertain(rig.urls, rig.organization, path, randomUUID(), body, load.tally);
    if (answer.status === 200) {
      load.expected.set(line, load.expected.get(line)! + 1);
      succeeded();
    } else if (isSetAside(answer)) load.setAside += 1;
    else load.refused.push(`${answer.status} ${JSON.stringify(answer.body)}`);
    load.done += 1;
  };
  load.finished = inLanes(Array.from({ length: options.operations }), options.lanes, run).then(() => {});
  // Whoever waits for the end hears of a lane that gave up; until then a fault goes on, and is undone.
  load.finished.catch(() => {});
  return load;
}

/** Does something `times` times, spread over the load by its progress, so that a fast machine skips no fault. */
export async function duringLoad(
  load: Load,
  options: { times: number; seed: number },
  fault: (round: number) => Promise<void>,
): Promise<number> {
  const random = createRandom(options.seed);
  let isOver = false;
  let rounds = 0;
  const over = load.finished.finally(() => {
    isOver = true;
  });
  while (rounds < options.times && !isOver) {
    const due = (load.operations * (rounds + random.next())) / options.times;
    while (load.done < due && !isOver) await pause(5);
    if (isOver) break;
    rounds += 1;
    await fault(rounds);
  }
  await over;
  return rounds;
}
