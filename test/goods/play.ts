/** Plays random histories, and makes those that go wrong as short as they can be. */
import { atOnceSteps } from './at-once-steps.ts';
import { Book } from './book.ts';
import { compare } from './compare.ts';
import { diceOf } from './dice.ts';
import { floorSteps } from './floor-steps.ts';
import { follow } from './follow.ts';
import { assertInvariants } from './invariants.ts';
import { holdSteps } from './hold-steps.ts';
import { jobSteps } from './job-steps.ts';
import { Kinds } from './kinds.ts';
import { moveSteps } from './move-steps.ts';
import { orderSteps } from './order-steps.ts';
import { plateSteps } from './plate-steps.ts';
import { assertReturns, rmaSteps } from './rma-steps.ts';
import { returnSteps } from './return-steps.ts';
import { transferSteps } from './transfer-steps.ts';
import { vendorReturnSteps } from './vendor-return-steps.ts';
import { assertStatement } from './statement.ts';
import { see, type Seen } from './seen.ts';
import { newSite, type Site } from './site.ts';
import { assertSame } from './same.ts';
import { asking, type Turn } from './turn.ts';

const steps = {
  ...floorSteps,
  ...holdSteps,
  ...orderSteps,
  ...jobSteps,
  ...moveSteps,
  ...returnSteps,
  ...rmaSteps,
  ...transferSteps,
  ...vendorReturnSteps,
  ...atOnceSteps,
  ...plateSteps,
};
const weights = Object.fromEntries(Object.entries(steps).map(([name, [weight]]) => [name, weight]));

/** Half of the histories are about what is sold, comes back, is held and goes on: a long way for each unit. */
const isAboutReturns = (seed: number): boolean => seed % 2 === 0;
const comingBack: Record<string, number> = {
  ...Object.fromEntries(Object.keys({ ...jobSteps, ...moveSteps, ...plateSteps }).map((name) => [name, 0])),
  wave: 0,
  pickTask: 0,
  load: 0,
  nest: 0,
  direct: 0,
  cancelRequest: 0,
  newPlate: 1,
  movePlate: 1,
  count: 1,
  order: 4,
  push: 4,
  act: 6,
  receive: 2,
  adjustUp: 1,
  receiveAtOnce: 1,
  makeTransfer: 2,
  shipTransfer: 2,
  receiveTransfer: 3,
  endTransfer: 1,
};
const bagOf = (seed: number): string[] =>
  Object.entries(isAboutReturns(seed) ? { ...weights, ...comingBack } : weights).flatMap(([name, weight]) =>
    Array.from({ length: weight }, () => name),
  );

/** A step without its choices, which its own dice make: so a history stays playable when others are left out. */
interface Planned {
  name: string;
  seed: number;
}

export interface Play {
  seed: number;
  length: number;
  /** One is compared with the model step by step, two at once with what must always hold. */
  clients: 1 | 2;
}

export function plan({ seed, length }: Play): Planned[] {
  const dice = diceOf(seed);
  const opening = Array.from({ length: 10 }, () => ({
    name: dice.chance(0.5) ? 'receive' : 'adjustUp',
    seed: dice.below(2 ** 31),
  }));
  const bag = bagOf(seed);
  const rest = Array.from({ length }, () => ({ name: dice.pick(bag)!, seed: dice.below(2 ** 31) }));
  if (!isAboutReturns(seed)) return [...opening, ...rest];
  // Nothing comes back before something has left.
  const sold = Array.from({ length: 6 }, () => ['order', 'push', 'act', 'act']).flat();
  return [...opening, ...sold.map((name) => ({ name, seed: dice.below(2 ** 31) })), ...rest];
}

interface Failed {
  fault: string;
  history: string[];
  /** How many steps it took. */
  after: number;
}

/** Plays steps in an organization of their own. Undefined when all is well. */
async function played(
  platform: Site['platform'],
  play: Play,
  planned: readonly Planned[],
): Promise<Failed | undefined> {
  const dice = diceOf(play.seed);
  const site = await newSite(platform, {
    short_policy: dice.pick(['backorder', 'cancel_rest'])!,
    reserve_at: dice.pick(['confirm', 'confirm', 'allocate'])!,
    safety_stock: dice.pick([0, 0, 3])!,
    pick_from: dice.pick(['any', 'face_first', 'whole_first', 'whole_first'])!,
  });
  const history: string[] = [];
  let done = 0;
  let number = 0;
  const common = { site, next: () => (number += 1), adjusted: new Map(), ask: asking(site, history) };
  const turn = (step: Planned, seen: Seen): Turn => ({ ...common, seen, dice: diceOf(step.seed) });
  try {
    if (play.clients === 1) await alone(site, planned, turn, { tick: () => (done += 1), history });
    else await together(site, planned, turn, () => (done += 1));
    return undefined;
  } catch (thrown) {
    return { fault: (thrown as Error).message, history, after: done + (play.clients === 1 ? 0 : 1) };
  }
}

type TurnOf = (step: Planned, seen: Seen) => Turn;

async function alone(
  site: Site,
  planned: readonly Planned[],
  turnOf: TurnOf,
  { tick, history }: { tick: () => void; history: readonly string[] },
): Promise<void> {
  const [book, kinds] = [new Book(), new Kinds()];
  let seen = await see(site);
  for (const step of planned) {
    const asked = history.length;
    const outcome = await steps[step.name]![1](turnOf(step, seen));
    tick();
    // There was nothing to choose from.
    if (history.length === asked) continue;
    const { allocations: before } = seen;
    seen = await see(site);
    const was = { kept: kinds.kept.bind(kinds) };
    outcome?.moved?.(book, was);
    const followed = follow(book, site, seen, outcome ?? {});
    outcome?.holds?.(followed, seen, book, was);
    await compare(book, site, seen);
    kinds.settle(site, book, { placed: outcome?.placed ?? [], before, after: seen });
    await kinds.compare(site);
    assertReturns(seen, site.serial);
  }
  await assertInvariants(site);
  await assertStatement(site, seen);
}

/** Two clients take the steps in turn, each as soon as its last one is answered. */
async function together(
  site: Site,
  planned: readonly Planned[],
  turnOf: TurnOf,
  tick: () => void,
): Promise<void> {
  const waiting = [...planned];
  const adjusted = new Map<string, number>();
  const work = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const turn = turnOf(step, await see(site));
      await steps[step.name]![1]({ ...turn, adjusted });
      tick();
    }
  };
  await Promise.all([work(), work()]);
  await assertInvariants(site);
  await assertAccepted(site, adjusted);
}

/** What the documents and the accepted adjustments brought is what is here or was sent. */
async function assertAccepted(site: Site, adjusted: ReadonlyMap<string, number>): Promise<void> {
  const seen = await see(site);
  assertReturns(seen, site.serial);
  await assertStatement(site, seen);
  for (const item of site.items) {
    const total = (rows: readonly { item_id: string; qty: number }[]): number =>
      rows.filter((row) => row.item_id === item).reduce((all, { qty }) => all + qty, 0);
    const came =
      total(
        seen.received
          .filter((line) => !line.is_transfer)
          .map((line) => ({ ...line, qty: line.received_qty + line.damaged_qty })),
      ) +
      (adjusted.get(item) ?? 0) +
      total(seen.countLines.map((line) => ({ ...line, qty: line.posted_delta ?? 0 })));
    const onTransfers = new Set(seen.transfers.map(({ shipment_id: id }) => id));
    const sent = total(
      seen.allocations.filter((one) => one.status === 'shipped' && !onTransfers.has(one.shipment_id)),
    );
    assertSame(`${site.words.get(item) ?? item} here and sent`, total(seen.stock) + sent, came);
  }
}

const attemptsMax = 60;
const shorteningMsMax = 60_000;

/** Throws with the seed and the shortest history found, if a history of this seed goes wrong. */
export async function assertConserved(platform: Site['platform'], play: Play): Promise<void> {
  const planned = plan(play);
  const failed = await played(platform, play, planned);
  if (!failed) return;
  const shortest = await shorten(platform, play, planned.slice(0, failed.after), failed);
  throw new Error(
    [`seed ${play.seed}, ${play.clients} at once: ${shortest.fault}`, ...shortest.history].join('\n  '),
  );
}

/** Leaves out ever smaller parts of the history, as long as it still goes wrong. */
async function shorten(
  platform: Site['platform'],
  play: Play,
  planned: readonly Planned[],
  failed: Failed,
): Promise<Failed> {
  let [best, left] = [failed, [...planned]];
  const until = Date.now() + shorteningMsMax;
  let attempts = 0;
  for (let size = Math.ceil(left.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = left.length - size; from > -size; from -= size) {
      if (attempts >= attemptsMax || Date.now() > until) return best;
      attempts += 1;
      const without = left.filter((_, index) => index < Math.max(from, 0) || index >= from + size);
      const again = await played(platform, play, without);
      if (again) [best, left] = [again, without.slice(0, again.after)];
    }
  }
  return best;
}
