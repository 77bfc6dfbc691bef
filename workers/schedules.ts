/**
 * Scheduled tasks. Every worker process runs the list; each task is safe to run in several at once (conditional
 * updates, unique keys), so there is no leader to lose.
 */
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { forgetOldKeys } from '../db/engine/commands.write.ts';
import type { Producer } from '../queues/engine/producer.ts';
import { closeLedgers } from './closings/close-ledgers.ts';
import { scheduleCountPlans } from './counting/schedule-count-plans.ts';
import { scheduleGapSearches } from './channels/schedule-gap-searches.ts';
import { chainJournals } from './journal/chain-journals.ts';
import { closeAllBooks } from './journal/close-books.ts';
import { takeMissingSnapshots } from './billing/take-missing-snapshots.ts';
import { sweepExpiredLabels } from './printing/expire-jobs.ts';
import { sweepLostHubs } from './printing/sweep-lost-hubs.ts';
import { scheduleExpiry } from './inventory/schedule-expiry.ts';
import { sampleQueues } from './engine/sample-queues.ts';
import { repeat } from './engine/repeat.ts';
import { schedulePutAway } from './receiving/tell-put-away.ts';
import { scheduleReplenishments } from './moves/schedule-replenishments.ts';
import { scheduleWaves } from './picking/schedule-waves.ts';
import type { ArchiveStore } from './retention/archive.ts';
import { makeMonths } from './retention/make-months.ts';
import { sweepRetention, type RetentionParts } from './retention/sweep-retention.ts';
import { expireReturns } from './returns/expire-returns.ts';
import { followRefunds } from './parcels/follow-refunds.ts';
import { followParcels } from './parcels/track-parcels.ts';
import { readAllSigningKeys } from './parcels/signing-keys.ts';
import { sweepQuotes } from './parcels/rate-parcel.ts';
import { scheduleIdleWork } from './tasks/schedule-idle-work.ts';
import { sweepFiles, type SweptStore } from './tenancy/sweep-files.ts';
import { expireTenders } from './transport/expire-tenders.ts';
import { extendRecurringSlots } from './yard/extend-recurring-slots.ts';

export interface ScheduleParts extends RetentionParts {
  files: (ArchiveStore & SweptStore) | undefined;
  database: Database;
  producer: Producer;
  log: Logger;
  /** Called with how many of the coming months a table has no partition for. */
  missing?(table: string, months: number): void;
}

export interface Schedule {
  name: string;
  everyMs: number;
  run(parts: ScheduleParts): Promise<void>;
}

const minuteMs = 60_000;

const schedules: readonly Schedule[] = [
  {
    name: 'forget old idempotency keys',
    everyMs: 60 * minuteMs,
    run: ({ database }) => forgetOldKeys(database),
  },
  { name: 'take missing stock snapshots', everyMs: 60 * minuteMs, run: takeMissingSnapshots },
  { name: 'close the ledgers', everyMs: 60 * minuteMs, run: (parts) => closeLedgers(parts) },
  { name: 'close the books', everyMs: 60 * minuteMs, run: (parts) => closeAllBooks(parts) },
  { name: 'make the months to come', everyMs: 60 * minuteMs, run: (parts) => makeMonths(parts) },
  {
    name: 'let the past go',
    everyMs: 10 * minuteMs,
    run: async (parts) => void (await sweepRetention(parts)),
  },
  { name: 'chain the journals', everyMs: minuteMs, run: chainJournals },
  { name: 'make the counts of the day', everyMs: 60 * minuteMs, run: scheduleCountPlans },
  { name: 'tell what is put away', everyMs: 5 * minuteMs, run: schedulePutAway },
  { name: 'fill pick faces', everyMs: 5 * minuteMs, run: scheduleReplenishments },
  { name: 'give idle work back', everyMs: 10 * minuteMs, run: scheduleIdleWork },
  { name: 'plan waves by their templates', everyMs: minuteMs, run: scheduleWaves },
  { name: 'extend recurring dock slots', everyMs: 60 * minuteMs, run: extendRecurringSlots },
  { name: 'look for orders that never came in', everyMs: 5 * minuteMs, run: scheduleGapSearches },
  { name: 'ask after silent parcels', everyMs: 10 * minuteMs, run: followParcels },
  { name: "read the keys of carriers' webhooks", everyMs: 10 * minuteMs, run: readAllSigningKeys },
  { name: 'ask after awaited refunds', everyMs: 60 * minuteMs, run: followRefunds },
  { name: 'remove files that nothing names', everyMs: 60 * minuteMs, run: sweepFiles },
  { name: 'let old quotes go', everyMs: 60 * minuteMs, run: sweepQuotes },
  { name: 'expire tenders', everyMs: minuteMs / 2, run: expireTenders },
  { name: 'expire returns', everyMs: 15 * minuteMs, run: expireReturns },
  { name: 'follow lots that expire', everyMs: 15 * minuteMs, run: scheduleExpiry },
  { name: 'fail the print jobs of lost hubs', everyMs: minuteMs, run: sweepLostHubs },
  { name: 'sample the queues', everyMs: minuteMs, run: sampleQueues },
  { name: 'let labels expire', everyMs: minuteMs, run: sweepExpiredLabels },
];

export function startSchedules(parts: ScheduleParts): { stop(): Promise<void> } {
  const running = schedules.map(({ name, everyMs, run }) =>
    repeat(
      everyMs,
      () => run(parts),
      (fault) => parts.log.warn({ err: fault, schedule: name }, 'a scheduled task failed'),
    ),
  );
  return { stop: async () => void (await Promise.all(running.map((task) => task.stop()))) };
}
