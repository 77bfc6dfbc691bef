import { HubError } from '../hub-error.ts';

/** Tasks that may wait per printer; further ones are refused rather than promised. */
const waitingMax = 100;

/**
 * One loop per printer: whatever touches a printer (a job, a status check) runs here, one at a time, in the order it
 * came.
 */
export class Lanes {
  readonly #lanes = new Map<string, { waiting: number; looks: number; tail: Promise<unknown> }>();
  #isStopping = false;

  /**
   * Runs `work` once the printer is free, or refuses with DEVICE_BUSY if too much is waiting already. What is promised
   * (the platform has given it to this hub and to no other) waits however much is ahead of it.
   */
  async run<T>(deviceId: string, work: () => Promise<T>, isPromised = false): Promise<T> {
    const lane = this.#lane(deviceId);
    if (!isPromised && lane.waiting >= waitingMax)
      throw new HubError('DEVICE_BUSY', `${waitingMax} jobs are already waiting for this printer`);
    lane.waiting += 1;
    const turn = lane.tail.then(() => {
      if (this.#isStopping) throw new HubError('DEVICE_BUSY', 'The hub is stopping');
      return work();
    });
    lane.tail = turn.catch(() => undefined).finally(() => (lane.waiting -= 1));
    return turn;
  }

  /** Checks the printer in its turn. This is not a job: a printer that is only being checked is not busy. */
  async look<T>(deviceId: string, work: () => Promise<T>): Promise<T> {
    const lane = this.#lane(deviceId);
    lane.looks += 1;
    try {
      return await this.run(deviceId, work);
    } finally {
      lane.looks -= 1;
    }
  }

  /** No job is running or waiting. */
  isIdle(deviceId: string): boolean {
    const lane = this.#lane(deviceId);
    return lane.waiting - lane.looks <= 0;
  }

  /** Nothing is using the printer, not even a status check. */
  isFree(deviceId: string): boolean {
    return this.#lane(deviceId).waiting === 0;
  }

  #lane(deviceId: string) {
    const lane = this.#lanes.get(deviceId) ?? { waiting: 0, looks: 0, tail: Promise.resolve() };
    this.#lanes.set(deviceId, lane);
    return lane;
  }

  hasRoom(deviceId: string): boolean {
    return (this.#lanes.get(deviceId)?.waiting ?? 0) < waitingMax;
  }

  /** Lets each printer finish its current task and starts nothing new. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all([...this.#lanes.values()].map(({ tail }) => tail));
  }
}
