/** Begins and finishes the commands of one transaction: one statement each, however many there are. */
import {
  execute,
  knownTenant,
  row,
  rows,
  type OpenTransaction,
  type TenantTransaction,
} from '../database.ts';
import { sql } from '../sql-text.ts';
import type { CommandRow } from './commands.read.ts';
import { insertingFinished, type NewCommand } from './commands.write.ts';

/**
 * The first statement of a job: binds the transaction to the organization and locks the rows in id order. Returns them
 * in the order asked; missing ones are left out.
 */
export async function beginCommands(
  tx: OpenTransaction,
  organizationId: string,
  ids: readonly string[],
): Promise<{ tx: TenantTransaction; commands: CommandRow[] }> {
  const found = await rows<CommandRow>(
    tx,
    sql`select * from begin_commands(${organizationId}, ${[...ids]}::uuid[])`,
  );
  const byId = new Map(found.map((command) => [command.id, command]));
  return { tx: knownTenant(tx, organizationId), commands: ids.flatMap((id) => byId.get(id) ?? []) };
}

/**
 * For a command without a row: it waits for no lock of anybody's for longer than a moment. Tells whether it may run, for
 * which no other of its name may be open.
 */
export async function beginLone(tx: TenantTransaction, name: string): Promise<boolean> {
  const found = await row<{ is_first: boolean }>(
    tx,
    sql`select set_config('lock_timeout', '100ms', true), set_config('statement_timeout', '500ms', true),
               not exists (select from commands c where c.organization_id = ${tx.organizationId}
                             and c.state = 'accepted' and c.name = ${name}) as is_first`,
  );
  return found!.is_first;
}

export interface NewEvent {
  id: string;
  command_id: string;
  type: string;
  subject_type: string;
  subject_id: string;
  data: object;
}

export interface FinishedCommand {
  id: string;
  state: 'done' | 'refused' | 'failed';
  outcome: unknown;
}

/**
 * The last statement of a transaction: writes the events of its commands, numbered without gaps per subject (whoever
 * emits an event holds the subject's row locked), together with their outcomes. Commands that have no row yet
 * (`unwritten`) get theirs now.
 */
export async function finishCommands(
  tx: TenantTransaction,
  finished: readonly FinishedCommand[],
  events: readonly NewEvent[],
  unwritten?: readonly NewCommand[],
): Promise<void> {
  const outcomes = sql`
      unnest(${finished.map(({ id }) => id)}::uuid[], ${finished.map(({ state }) => state)}::text[],
             ${finished.map(({ outcome }) => JSON.stringify(outcome))}::text[]) as f (id, state, outcome)`;
  const finish = unwritten
    ? insertingFinished(unwritten, outcomes)
    : sql`
    update commands c set state = f.state, outcome = f.outcome::jsonb, finished_at = now()
      from ${outcomes}
     where c.organization_id = ${tx.organizationId} and c.id = f.id`;
  if (events.length === 0) {
    await execute(tx, finish);
    return;
  }
  await execute(
    tx,
    sql`with told as (
       insert into events (organization_id, id, type, subject_type, subject_id, subject_seq, data, command_id,
                           transaction_id)
       select ${tx.organizationId}::uuid, e.id, e.type, e.subject_type, e.subject_id,
              coalesce((select max(p.subject_seq) from events p
                         where p.organization_id = ${tx.organizationId}::uuid and p.subject_type = e.subject_type
                           and p.subject_id = e.subject_id),
                       (select n.last_seq from event_numbers n
                         where n.organization_id = ${tx.organizationId}::uuid and n.subject_type = e.subject_type
                           and n.subject_id = e.subject_id), 0)
                + row_number() over (partition by e.subject_type, e.subject_id order by e.ordinality),
              e.data, e.command_id, (select stream_place(${tx.organizationId}::uuid))
         from rows from (jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
                as (id uuid, command_id uuid, type text, subject_type text, subject_id uuid, data jsonb)) with ordinality e
        order by e.ordinality
     ) ${finish}`,
  );
}
