/** Gives a job that waits for somebody to whoever asks for work, and begins with what is next in it. */
import { jobShipments } from '../../../db/picking/pick-jobs.write.ts';
import { jobsHandedOn, type WantedJob } from '../../../db/picking/handed-on.read.ts';
import { nextOfJobs } from '../../../db/picking/pick-jobs.read.ts';
import { lockFreeShipments } from '../../../db/shipping/shipments.write.ts';
import { floorPerson } from '../../acting-person.ts';
import type { Work } from '../../engine/handler.ts';
import { unlessInVain } from '../in-vain.ts';
import { takeOver } from './take-over.ts';

interface Taken {
  /** Its next task, if it was taken. */
  id: string | undefined;
  /** Whether there is one that somebody else has locked and that cannot be waited for here. */
  isBusy: boolean;
}

/** `mayWait`: nothing is held by whoever asks, who then waits for what is locked. */
export async function takeHandedOn(work: Work, wanted: WantedJob, mayWait: boolean): Promise<Taken> {
  const { tx } = work;
  let isBusy = false;
  for (const jobId of await jobsHandedOn(tx, wanted)) {
    const took = await unlessInVain(
      tx,
      async () => {
        if (!mayWait && !(await areFree(work, jobId))) return 'busy';
        return (await takeOver(work, jobId, true)) ? 'taken' : 'gone';
      },
      (what) => what !== 'taken',
    );
    if (took === 'busy') isBusy = true;
    if (took !== 'taken') continue;
    const [id] = await nextOfJobs(tx, [{ personId: floorPerson(work).id, warehouseId: wanted.warehouseId }]);
    return { id, isBusy: false };
  }
  return { id: undefined, isBusy };
}

async function areFree({ tx }: Work, jobId: string): Promise<boolean> {
  const ids = await jobShipments(tx, jobId);
  return (await lockFreeShipments(tx, ids)).size === ids.length;
}
