/** Keeps what this process answered, for the day that `/ops/overview` shows. */
import type { Logger } from 'pino';
import type { RequestTally } from '../../api/limits/request-tally.ts';
import type { Database } from '../../db/database.ts';
import { addRequestSamples } from '../../db/engine/request-samples.write.ts';
import { repeat } from '../../workers/engine/repeat.ts';

const everyMs = 15_000;

/** Stopping keeps what was counted last, if the database takes it. */
export function sampleRequests(
  database: Database,
  tally: RequestTally,
  log: Logger,
): { stop(): Promise<void> } {
  const settle = (): Promise<void> => tally.settle((samples) => addRequestSamples(database, samples));
  const failed = (fault: unknown): void =>
    log.warn({ err: fault }, 'the count of requests could not be kept yet');
  const repeated = repeat(everyMs, settle, failed);
  return {
    async stop() {
      await repeated.stop();
      await settle().catch(failed);
    },
  };
}
