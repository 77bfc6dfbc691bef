/**
 * The runner's building blocks: validating the input again, the transaction, exactly-once, the outcome, limited retries
 * of deadlocks. Both paths use them: jobs from a queue (`run-job`) and commands inside a request (`run-inline`).
 */
import { inShare, type Database, type OpenTransaction, type TenantTransaction } from '../../db/database.ts';
import { judgeSqlError, together } from '../../db/sql-errors.ts';
import { answersOf } from '../../db/driver/unawaited.ts';
import { beginCommands, finishCommands, type FinishedCommand } from '../../db/engine/command-groups.write.ts';
import type { CommandRow } from '../../db/engine/commands.read.ts';
import { recordOutcome, type NewCommand } from '../../db/engine/commands.write.ts';
import { dailyNumbers } from '../../db/tenancy/sequences.write.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { AnyCommand } from '../../queues/engine/define-command.ts';
import { checkingAll } from '../../queues/settled-schema.ts';
import type { Outcome } from '../../queues/engine/waiting-room.ts';
import type { AnyHandler, FinalFailure, Outside } from './handler.ts';
import type { Signal } from './signals.ts';
import { workOf, type Gathered } from './work-of.ts';

export interface RunnerDeps {
  database: Database;
  commands: ReadonlyMap<string, AnyCommand>;
  handlers: ReadonlyMap<string, AnyHandler>;
  /** The cleanup after a command's last attempt, for the few commands that leave something open. */
  giveUps?: ReadonlyMap<string, FinalFailure>;
  /** Called after a commit: follow-ups to dispatch, and whether events were written. */
  committed(followUps: NewCommand[], organizationId: string, eventCount: number): void;
  /** Access to the world outside the platform; undefined in an API process. */
  outside?: Outside;
  /** Sends the handler's signals after its commit. */
  signal?(signals: readonly Signal[]): void;
  /**
   * The signals of a transaction whose COMMIT is on its way; `ended` settles once it has committed or failed. Only for
   * what its receivers can prepare meanwhile: the transaction may still fail.
   */
  signalAhead?(signals: readonly Signal[], ended: Promise<void>): void;
}

export interface Finished {
  id: string;
  outcome: Outcome;
  /** The outcome as its row keeps it, when that is less than all of it. */
  kept?: Outcome | undefined;
}

/** A transaction whose last statement has been sent. */
export interface Ran {
  finished: readonly Finished[];
  /** Commands of the group that need a transaction of their own. */
  apartIds: readonly string[];
  /** Settles with the last statement; the commit is sent right behind it. */
  written: Promise<void>;
  followUps: NewCommand[];
  eventCount: number;
  signals: Signal[];
}

// Deadlocks and serialization failures are retried at once; after this many tries the queue's backoff takes over.
const transactionTriesMax = 4;

/**
 * After the last attempt: records the outcome for the caller and the reason for ops, and runs the command's cleanup.
 * Undefined when another delivery finished the command meanwhile.
 */
export async function recordFailure(
  parts: RunnerDeps,
  organizationId: string,
  commandId: string,
  reason: string,
): Promise<Outcome | undefined> {
  const outcome: Outcome = { state: 'failed', message: reason };
  const key = { organization_id: organizationId, id: commandId };
  let isRecorded = false;
  try {
    const ran = await transacted(parts, organizationId, (open) => giveUp(parts, open, key, outcome, reason));
    if (ran) afterCommit(parts, ran, organizationId);
    isRecorded = ran !== undefined;
  } finally {
    // The reason is recorded whatever happened to the cleanup. An outcome recorded above stays as it is.
    isRecorded = (await recordOutcome(parts.database.system, key, 'failed', outcome)) || isRecorded;
  }
  return isRecorded ? outcome : undefined;
}

async function giveUp(
  parts: RunnerDeps,
  open: OpenTransaction,
  { organization_id: organizationId, id }: { organization_id: string; id: string },
  outcome: Outcome,
  reason: string,
): Promise<Ran | undefined> {
  const {
    tx,
    commands: [command],
  } = await beginCommands(open, organizationId, [id]);
  const setRight = command && parts.giveUps?.get(command.name);
  if (!setRight || command.state !== 'accepted') return undefined;
  const takeNumber = dailyNumbers(parts.database.system, organizationId);
  const { work, ...gathered } = workOf(tx, command, takeNumber);
  await setRight(work, command.input as never, reason);
  return conclude(tx, [{ id, outcome }], gathered);
}

/** The stored input, validated again because older code may have stored it. Refuses 400 VALIDATION_FAILED. */
export function validInput(command: AnyCommand, row: CommandRow): unknown {
  const { error, value } = checkingAll(command.input).validate(row.input);
  if (!error) return value;
  throw new Refusal('VALIDATION_FAILED', 'The stored input no longer fits its command.', {
    problem: error.message,
  });
}

/** Writes follow-ups, events, outcomes and `unwritten` commands; the commit is sent right behind them. */
export async function conclude(
  tx: TenantTransaction,
  finished: readonly Finished[],
  { followUps, events, signals }: Gathered,
  unwritten?: readonly NewCommand[],
): Promise<Ran> {
  const ending = { events, followUps, unwritten };
  // If something failed before it, that is what is told.
  const written = together([answersOf(tx), finishCommands(tx, finished.map(stateOf), ending)]).then(() => {});
  // It may fail before anyone awaits it; whoever awaits it later still gets the failure.
  written.catch(() => {});
  return { finished, apartIds: [], written, followUps, eventCount: events.length, signals };
}

export function stateOf({ id, outcome, kept = outcome }: Finished): FinishedCommand {
  return { id, state: outcome.state, outcome: kept };
}

export function afterCommit(
  parts: RunnerDeps,
  { followUps, eventCount, signals }: Ran,
  organizationId: string,
): void {
  // Signals go first because someone is waiting for them; follow-ups can wait.
  if (signals.length > 0) parts.signal?.(signals);
  parts.committed(followUps, organizationId, eventCount);
}

export function refusedOutcome({ code, message, details }: Refusal): Outcome {
  return { state: 'refused', code, message, ...(details === undefined ? {} : { details }) };
}

/**
 * One transaction, run again after a deadlock. The outcome's statement is still under way when COMMIT is sent after it;
 * if it fails, the server answers that COMMIT with a rollback, and the failure surfaces here.
 */
export async function transacted(
  parts: RunnerDeps,
  organizationId: string,
  work: (tx: OpenTransaction) => Promise<Ran | undefined>,
  triesMax = transactionTriesMax,
): Promise<Ran | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const ran = await inShare(parts.database, organizationId, work);
      await ran?.written;
      return ran;
    } catch (fault) {
      if (attempt >= triesMax || judgeSqlError(fault).kind !== 'retry') throw fault;
    }
  }
}
