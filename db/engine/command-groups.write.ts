/** Begins and finishes the commands of one transaction: one statement each, however many there are. */
import {
  execute,
  knownTenant,
  row,
  rows,
  type OpenTransaction,
  type TenantTransaction,
} from '../database.ts';
import { groupBy } from '../../domain/group-by.ts';
import { joined, sql, type SqlText } from '../sql-text.ts';
import type { CommandRow } from './commands.read.ts';
import { enqueueing, insertingFinished, type NewCommand } from './commands.write.ts';

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

/** What a transaction ends with, beside the outcomes of its commands. */
export interface Ending {
  events?: readonly NewEvent[];
  /** Commands that follow, dispatched after the commit. */
  followUps?: readonly NewCommand[];
  /** Commands that have no row yet get theirs now. */
  unwritten?: readonly NewCommand[] | undefined;
}

/**
 * The last statement of a transaction: writes the events of its commands, numbered without gaps per subject (whoever
 * emits an event holds the subject's row locked), and what follows them, together with their outcomes.
 */
export async function finishCommands(
  tx: TenantTransaction,
  finished: readonly FinishedCommand[],
  { events = [], followUps = [], unwritten }: Ending,
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
  const before = [
    ...(events.length > 0 ? [sql`told as (${telling(tx, events)})`] : []),
    ...(followUps.length > 0 ? [sql`following as (${enqueueing(followUps)})`] : []),
  ];
  await execute(tx, before.length > 0 ? sql`with ${joined(before, ', ')} ${finish}` : finish);
}

/** Inserts the events. The last number of each subject is looked up once. */
function telling({ organizationId }: TenantTransaction, events: readonly NewEvent[]): SqlText {
  const placed = events.map((event, place) => ({ ...event, place }));
  const bySubject = groupBy(
    placed,
    ({ subject_type: type, subject_id: id }) => `${type}/${id.toLowerCase()}`,
  );
  const subjects = [...bySubject.values()].map((told) => ({
    subject_type: told[0]!.subject_type,
    subject_id: told[0]!.subject_id,
    told: told.map(({ id, command_id, type, data, place }, index) => {
      return { id, command_id, type, data, place, nth: index + 1 };
    }),
  }));
  return sql`
       insert into events (organization_id, id, type, subject_type, subject_id, subject_seq, data, command_id,
                           transaction_id)
       select ${organizationId}::uuid, e.id, e.type, s.subject_type, s.subject_id, n.last_seq + e.nth, e.data, e.command_id,
              (select stream_place(${organizationId}::uuid))
         from jsonb_to_recordset(${JSON.stringify(subjects)}::jsonb) as s (subject_type text, subject_id uuid, told jsonb)
        cross join lateral (
          select coalesce((select max(p.subject_seq) from events p
                            where p.organization_id = ${organizationId}::uuid and p.subject_type = s.subject_type
                              and p.subject_id = s.subject_id),
                          (select k.last_seq from event_numbers k
                            where k.organization_id = ${organizationId}::uuid and k.subject_type = s.subject_type
                              and k.subject_id = s.subject_id), 0) as last_seq
          offset 0) n
        cross join lateral jsonb_to_recordset(s.told)
                as e (id uuid, command_id uuid, type text, data jsonb, place integer, nth integer)
        order by e.place`;
}
