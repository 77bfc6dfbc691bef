import { HubError } from '../hub-error.ts';

/** Waiting pieces of work per printer; more is refused rather than promised. */
const waitingMax = 100;

/**
 * One loop per printer: whatever touches a printer (a job, a look at its status) runs here, one at a time, in
 * the order it came.
 */
export class Lanes {
  readonly #lanes = new Map<string, { waiting: number; tail: Promise<unknown> }>();
  #isStopping = false;

  /** Runs `work` when the printer is free, or refuses with DEVICE_BUSY when too much waits already. */
  async run<T>(deviceId: string, work: () => Promise<T>): Promise<T> {
    const lane = this.#lanes.get(deviceId) ?? { waiting: 0, tail: Promise.resolve() };
    this.#lanes.set(deviceId, lane);
    if (lane.waiting >= waitingMax)
      throw new HubError('DEVICE_BUSY', `${waitingMax} jobs wait for this printer already`);
    lane.waiting += 1;
    const turn = lane.tail.then(() => {
      if (this.#isStopping) throw new HubError('DEVICE_BUSY', 'The hub is stopping');
      return work();
    });
    lane.tail = turn.catch(() => undefined).finally(() => (lane.waiting -= 1));
    return turn;
  }

  isIdle(deviceId: string): boolean {
    return (this.#lanes.get(deviceId)?.waiting ?? 0) === 0;
  }

  hasRoom(deviceId: string): boolean {
    return (this.#lanes.get(deviceId)?.waiting ?? 0) < waitingMax;
  }

  /** Lets each printer finish what it is at and starts nothing new. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all([...this.#lanes.values()].map(({ tail }) => tail));
  }
}
