/** Builds the `Work` of one command. */
import { newId } from '../../domain/new-id.ts';
import type { TenantTransaction } from '../../db/database.ts';
import type { CommandRow } from '../../db/engine/commands.read.ts';
import type { NewEvent } from '../../db/engine/command-groups.write.ts';
import type { NewCommand } from '../../db/engine/commands.write.ts';
import type { DailyNumber } from '../../db/tenancy/sequences.write.ts';
import type { AnyCommand } from '../../queues/engine/define-command.ts';
import type { Actor } from '../../queues/engine/accepted-command.ts';
import type { LineBatches } from '../../queues/engine/submission.ts';
import type { QueueName } from '../../queues/engine/policies.ts';
import type { Work } from './handler.ts';
import type { Signal } from './signals.ts';

/** What a handler leaves to be written with its outcome, or sent after the commit. */
export interface Gathered {
  followUps: NewCommand[];
  events: NewEvent[];
  signals: Signal[];
}

/** What a handler receives; collects what it enqueues, emits and signals. */
export function workOf(
  tx: TenantTransaction,
  row: CommandRow,
  takeNumber: (prefix: DailyNumber) => Promise<string>,
  lines?: LineBatches,
): Gathered & { work: Work } {
  const followUps: NewCommand[] = [];
  const events: NewEvent[] = [];
  const signals: Signal[] = [];
  const work: Work = {
    tx,
    organizationId: row.organization_id,
    commandId: row.id,
    actor: row.actor as unknown as Actor,
    acceptedAt: row.created_at,
    enqueue: (followUp, input) => followUps.push(followUpRow(row, followUp, input)),
    emit: (event) => events.push({ id: newId(), command_id: row.id, data: {}, ...event }),
    takeNumber,
    signal: (signal) => signals.push(signal),
    lines,
  };
  return { work, followUps, events, signals };
}

function followUpRow(cause: CommandRow, command: AnyCommand, input: unknown): NewCommand {
  if (command.runs === 'inline') throw new Error(`${command.name} runs inline and cannot be enqueued.`);
  return {
    id: newId(),
    organization_id: cause.organization_id,
    name: command.name,
    queue: command.runs satisfies QueueName,
    input,
    // A follow-up acts for whoever caused it but sees the whole organization: a merchant's order may need the
    // operator's rows.
    actor: { ...cause.actor, merchant_id: null },
  };
}
