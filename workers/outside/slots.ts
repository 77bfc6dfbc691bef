/**
 * Limits how many requests to other people's servers run at once, in all and per organization: an organization whose
 * servers hang takes up its own share of the slots and leaves the rest to others.
 */
import type { OutboundRoom } from '../../db/outside.ts';

export interface Slots extends OutboundRoom {
  /** Runs the work in a slot of the organization; it has to catch its own faults. */
  run(organizationId: string, work: () => Promise<void>): void;
  /** Resolves when nothing is running any more. */
  ended(): Promise<void>;
}

/** Calls `freed` each time a slot becomes free. */
export function openSlots(most: number, ofOneMax: number, freed: () => void): Slots {
  const running = new Set<Promise<void>>();
  const underWay = new Map<string, number>();
  return {
    get free() {
      return most - running.size;
    },
    ofOneMax,
    underWay,
    run(organizationId, work) {
      underWay.set(organizationId, (underWay.get(organizationId) ?? 0) + 1);
      const run = work().finally(() => {
        running.delete(run);
        const left = underWay.get(organizationId)! - 1;
        if (left === 0) underWay.delete(organizationId);
        else underWay.set(organizationId, left);
        freed();
      });
      running.add(run);
    },
    ended: async () => {
      await Promise.allSettled(running);
    },
  };
}
