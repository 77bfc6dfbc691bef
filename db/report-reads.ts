/**
 * Reports and exports are read from a hot standby, where there is one, as of the moment they were asked for: whoever asks
 * sees what they have written, since the standby is waited for until it has replayed what the primary had on disk then.
 * When it is away, too far behind, or cancels a read in favour of what it replays, the primary answers.
 */
import { setTimeout as pause } from 'node:timers/promises';
import {
  inTenant,
  readTenant,
  row,
  type Database,
  type TenantScope,
  type TenantTransaction,
} from './database.ts';
import { judgeSqlError } from './sql-errors.ts';
import { sql } from './sql-text.ts';

/** Where a report was read; if not from the standby, why. */
export type ReportPlace = 'standby' | 'away' | 'behind' | 'cancelled';

export interface ReportReads {
  /** What `work` reads; `asOf` is its moment where that is not now. */
  read<T>(
    scope: TenantScope,
    work: (tx: TenantTransaction) => Promise<T>,
  ): Promise<{ read: T; asOf: Date | undefined }>;
  /**
   * The same in one transaction, for what is written while it is read. `work` calls `begin` before it writes: until then it
   * may be done again elsewhere.
   */
  readLater<T>(
    scope: TenantScope,
    work: (tx: TenantTransaction, begin: () => void, asOf: Date | undefined) => Promise<T>,
  ): Promise<T>;
}

const waitMsMax = 2_000;
const lookEveryMs = 20;
// So that not every report waits for a standby that is not there.
const restMs = 5_000;

interface StandbyWatch {
  /** The moment whose state the standby has; undefined when the primary has to answer. */
  moment(): Promise<Date | undefined>;
  /** Notes why the primary has to read what the standby did not; throws what it would not read either. */
  passOn(fault: unknown): void;
}

function watchStandby(database: Database, tell: (place: ReportPlace) => void): StandbyWatch {
  let restUntil = 0;
  const rest = (why: ReportPlace): undefined => {
    restUntil = Date.now() + restMs;
    tell(why);
  };

  const moment = async (): Promise<Date | undefined> => {
    if (!database.standby || Date.now() < restUntil) return undefined;
    const now = await row<Written & { moment: Date }>(
      database.reports,
      sql`select pg_current_wal_flush_lsn()::text as place, left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) as timeline,
                 clock_timestamp() as moment`,
    );
    const over = pause(waitMsMax, 'over' as const, { ref: false });
    try {
      for (;;) {
        const has = await Promise.race([hasReplayed(database, now!), over]);
        if (has === 'over') return rest('behind');
        if (has) return now!.moment;
        await pause(lookEveryMs);
      }
    } catch {
      return rest('away');
    }
  };

  const passOn = (fault: unknown): void => {
    const { kind } = judgeSqlError(fault);
    if (kind === 'away') rest('away');
    else if (kind === 'retry') tell('cancelled');
    else throw fault;
  };

  return { moment, passOn };
}

export function createReportReads(database: Database, tell: (place: ReportPlace) => void): ReportReads {
  const { moment: momentOnStandby, passOn } = watchStandby(database, tell);
  return {
    async read(scope, work) {
      const asOf = await momentOnStandby();
      if (asOf) {
        try {
          const read = await readTenant(database, scope, work, { isReport: true, isStandby: true });
          tell('standby');
          return { read, asOf };
        } catch (fault) {
          passOn(fault);
        }
      }
      return { read: await readTenant(database, scope, work, { isReport: true }), asOf: undefined };
    },
    async readLater(scope, work) {
      let isBegun = false;
      const readOf = (asOf: Date | undefined): ReturnType<typeof work> => {
        const begin = (): void => {
          isBegun = true;
          if (asOf) tell('standby');
        };
        const where = { readOnly: true, isReport: true, isStandby: asOf !== undefined };
        return inTenant(database, scope, (tx) => work(tx, begin, asOf), where);
      };
      const asOf = await momentOnStandby();
      if (!asOf) return readOf(undefined);
      return readOf(asOf).catch((fault: unknown) => {
        if (isBegun) throw fault;
        passOn(fault);
        return readOf(undefined);
      });
    },
  };
}

/** How far the primary's log is on disk, and of which of its timelines. */
interface Written {
  place: string;
  timeline: string;
}

/**
 * Throws when the server cannot be asked, is no standby any more, or replays another timeline than the primary writes (one
 * that a failover has ended may be further on, with what never came to be), and when row level security does not bind the
 * role that asks: it would show everybody's rows.
 */
async function hasReplayed({ standby }: Database, { place, timeline }: Written): Promise<boolean> {
  const found = await row<{ has: boolean | null; timeline: string; sees_all: boolean }>(
    standby!,
    sql`select pg_last_wal_replay_lsn() >= ${place}::text::pg_lsn as has, r.rolsuper or r.rolbypassrls as sees_all,
               lpad(upper(to_hex(c.min_recovery_end_timeline)), 8, '0') as timeline
          from pg_roles r, pg_control_recovery() c where r.rolname = current_user and pg_is_in_recovery()`,
  );
  if (!found) throw new Error('REPORT_DATABASE_URL is no standby.');
  if (found.timeline !== timeline) throw new Error('REPORT_DATABASE_URL replays another timeline.');
  if (found.sees_all) throw new Error('REPORT_DATABASE_URL has to name the role of APP_DATABASE_URL.');
  return found.has ?? false;
}
