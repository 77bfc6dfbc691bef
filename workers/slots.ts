/**
 * What runs at once towards other people's servers, of all organizations and of one: whoever has servers that hang holds
 * its own part of the slots and leaves the others theirs.
 */
import type { OutboundRoom } from '../db/outbound-room.ts';

export interface Slots extends OutboundRoom {
  /** Runs it in a slot of the organization; a fault is the runner's own to catch. */
  run(organizationId: string, work: () => Promise<void>): void;
  /** Once nothing runs any more. */
  ended(): Promise<void>;
}

/** `freed` is called each time a slot is. */
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
