/**
 * Inline commands: rows, effects and outcomes in one transaction inside the requests. Those of one lane run together;
 * what a group cannot finish is run one by one. Nothing is accepted beforehand: rows are written once, with their
 * outcomes, by the transaction's last statement; those with an idempotency key first, since the key decides whether they
 * run.
 */
import { bindTenant, inShare, type OpenTransaction } from '../../db/database.ts';
import { firstFault } from '../../db/driver/unawaited.ts';
import { asRefusal, judgeSqlError } from '../../db/sql-errors.ts';
import { beginLone, finishCommands } from '../../db/engine/command-groups.write.ts';
import type { CommandRow } from '../../db/engine/commands.read.ts';
import { insertInlineCommands, type NewCommand } from '../../db/engine/commands.write.ts';
import type {
  InlineCommand,
  InlineEnd,
  LineBatches,
  RunInline,
  RunLone,
} from '../../queues/engine/submission.ts';
import type { Outcome } from '../../queues/engine/waiting-room.ts';
import {
  afterCommit,
  refusedOutcome,
  stateOf,
  transacted,
  type Ran,
  type RunnerDeps,
} from './run-command.ts';
import { executeGroup, groupTriesMax, OneByOne } from './run-job.ts';

/** Binds the runner to inline commands. */
export function inlineRunner(parts: RunnerDeps): RunInline {
  return async (asked) => {
    const rows = asked.map(rowOf);
    if (rows.length === 1) return [await runOne(parts, rows[0]!, asked[0]!)];
    try {
      return await runTogether(parts, rows);
    } catch (fault) {
      if (judgeSqlError(fault).kind === 'away') return rows.map(() => ({ fault }));
      const ends: InlineEnd[] = [];
      for (const row of rows) ends.push(await runOne(parts, row, {}));
      return ends;
    }
  };
}

/** Binds the runner to commands that are alone in their lane: they may wait for nothing, and pass no earlier one. */
export function loneRunner(parts: RunnerDeps): RunLone {
  return (asked) => runOne(parts, rowOf(asked), { isLone: true });
}

/** Thrown to roll back a transaction before a command that is not finished. */
class Behind extends Error {}

interface How {
  lines?: LineBatches | undefined;
  isLone?: boolean;
}

async function runOne(parts: RunnerDeps, row: NewCommand, how: How): Promise<InlineEnd> {
  try {
    return (await runTogether(parts, [row], how))[0]!;
  } catch (fault) {
    const refusal = asRefusal(fault);
    if (!refusal) return { fault };
    return keepRefusal(parts, row, refusedOutcome(refusal)).then(
      (outcome) => ({ outcome }),
      (again: unknown) => ({ fault: again }),
    );
  }
}

async function runTogether(
  parts: RunnerDeps,
  rows: readonly NewCommand[],
  { lines, isLone }: How = {},
): Promise<InlineEnd[]> {
  const { organization_id: organizationId } = rows[0]!;
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const run = async (open: OpenTransaction): Promise<Ran | undefined> => {
    // It travels with the handler's first statement.
    const tx = bindTenant(open, { organizationId });
    const mayRun = isLone ? beginLone(tx, rows[0]!.name) : undefined;
    // If it fails, so does what is sent behind it.
    mayRun?.catch(() => {});
    // Only an idempotency key can reject a command, so only those are written before they run.
    const isKeyed = rows.some(({ idempotency }) => idempotency);
    const ids = isKeyed ? await insertInlineCommands(tx, rows) : undefined;
    const mine = ids ? rows.filter(({ id }) => ids.has(id)) : rows;
    if (mine.length === 0) return undefined;
    const unwritten = isKeyed ? undefined : mine;
    const done = await executeGroup(parts, tx, mine.map(acceptedRow), { unwritten, lines }).catch(
      async (thrown: unknown) => {
        const fault = await firstFault(tx, thrown);
        // What the earlier one leaves may be what it is refused for.
        if (mayRun && asRefusal(fault) && !(await mayRun)) throw new Behind();
        throw fault;
      },
    );
    // Its row would be left without an outcome.
    if (done.apartIds.length > 0) throw new OneByOne();
    if (mayRun && !(await mayRun)) throw new Behind();
    // Behind the packet with the COMMIT, which leaves at the end of this turn.
    if (done.signals.length > 0) setImmediate(() => parts.signalAhead?.(done.signals, ended));
    return done;
  };
  try {
    const ran = await transacted(parts, organizationId, run, rows.length === 1 ? undefined : groupTriesMax);
    if (ran) afterCommit(parts, ran, organizationId);
    const outcomes = new Map(ran?.finished.map(({ id, outcome }) => [id, outcome]));
    return rows.map(({ id }) => ({ outcome: outcomes.get(id) ?? 'key_taken' }));
  } finally {
    end();
  }
}

// The refused transaction rolled back its row; this way the log still says who asked for what, and the key replays the
// refusal.
async function keepRefusal(
  parts: RunnerDeps,
  row: NewCommand,
  outcome: Outcome,
): Promise<Outcome | 'key_taken'> {
  return inShare(parts.database, row.organization_id, async (open) => {
    const tx = bindTenant(open, { organizationId: row.organization_id });
    if ((await insertInlineCommands(tx, [row])).size === 0) return 'key_taken';
    await finishCommands(tx, [stateOf({ id: row.id, outcome })], {});
    return outcome;
  });
}

function rowOf({ command, input, organizationId, actor, idempotency, commandId }: InlineCommand): NewCommand {
  return {
    id: commandId,
    organization_id: organizationId,
    name: command.name,
    queue: command.runs,
    input,
    kept_input: command.keptInput?.(input),
    actor,
    idempotency,
  };
}

/** The row as it is in the transaction, without reading it back. */
function acceptedRow(row: NewCommand): CommandRow {
  return { ...row, state: 'accepted', created_at: new Date() } as CommandRow;
}
