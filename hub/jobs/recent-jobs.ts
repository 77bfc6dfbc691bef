import type { FinishedJob, PrintStation } from './print-station.ts';

const jobsMax = 20;

export interface RecentJob extends FinishedJob {
  at: number;
}

/** The latest jobs with their labels, for the local page; in memory only. */
export class RecentJobs {
  #jobs: RecentJob[] = [];

  constructor(station: PrintStation) {
    station.on(
      'finished',
      (job) => (this.#jobs = [{ ...job, at: Date.now() }, ...this.#jobs].slice(0, jobsMax)),
    );
  }

  /** Newest first. */
  get list(): readonly RecentJob[] {
    return this.#jobs;
  }
}
