/**
 * Who asked for what, and what came of it: the command log, and the events of one subject with the command behind each.
 * A merchant's token reads none of it.
 */
import { rows, type TenantTransaction } from '../database.ts';
import { emptyPage, type PageOf, type PageQuery, readPage } from '../page.ts';
import { every, sql } from '../sql-text.ts';

export interface AuditRow {
  command_id: string;
  /** Null when the command is no longer kept. */
  command: string | null;
  state: 'accepted' | 'done' | 'refused' | 'failed' | null;
  actor: string | null;
  token_id: string | null;
  member_id: string | null;
  ip: string | null;
  request_id: string | null;
  error_code: string | null;
  requested_at: Date | null;
  finished_at: Date | null;
  event: string | null;
  subject_type: string | null;
  subject_id: string | null;
  subject_seq: number | null;
  occurred_at: Date | null;
  data: Record<string, unknown> | null;
}

export interface AuditFilters {
  subject_id?: string;
  actor?: string;
  command?: string;
}

const ofCommand = sql`c.name as command, c.state, c.actor ->> 'name' as actor, c.actor ->> 'token_id' as token_id,
  c.actor ->> 'member_id' as member_id, c.actor ->> 'ip' as ip, c.actor ->> 'request_id' as request_id,
  c.outcome ->> 'code' as error_code, c.created_at as requested_at, c.finished_at`;

/** Finished commands, newest first; those of an actor, of a name, or both. */
export function listCommands(
  tx: TenantTransaction,
  { actor, command }: Pick<AuditFilters, 'actor' | 'command'>,
  page: PageQuery,
): Promise<PageOf<AuditRow>> {
  const parts = [sql`c.organization_id = ${tx.organizationId} and c.state <> 'accepted'`];
  if (actor !== undefined) parts.push(sql`c.actor ->> 'name' = ${actor}`);
  if (command !== undefined) parts.push(sql`c.name = ${command}`);
  const list = {
    columns: sql`c.id as command_id, ${ofCommand}, null::text as event, null::text as subject_type, null::uuid as subject_id,
      null::integer as subject_seq, null::timestamptz as occurred_at, null::jsonb as data`,
    from: sql`commands c`,
    where: every(parts),
    // Ids are in the order of time.
    order: ['-c.id'],
  };
  return readPage<AuditRow>(tx, list, page);
}

/** The events of a subject, newest first, each with its command. `types` are all the subjects there are. */
export async function listSubjectEvents(
  tx: TenantTransaction,
  { subject_id: subjectId, actor, command }: AuditFilters,
  { types, page }: { types: readonly string[]; page: PageQuery },
): Promise<PageOf<AuditRow>> {
  const [found] = await rows<{ subject_type: string }>(
    tx,
    sql`select t.subject_type from unnest(${[...types]}::text[]) as t (subject_type)
         where exists (select from events e where e.organization_id = ${tx.organizationId}
                          and e.subject_type = t.subject_type and e.subject_id = ${subjectId})`,
  );
  if (!found) return emptyPage();
  const parts = [
    sql`e.organization_id = ${tx.organizationId} and e.subject_type = ${found.subject_type} and e.subject_id = ${subjectId}`,
  ];
  if (actor !== undefined) parts.push(sql`c.actor ->> 'name' = ${actor}`);
  if (command !== undefined) parts.push(sql`c.name = ${command}`);
  const list = {
    columns: sql`${ofCommand}, e.command_id, e.type as event, e.subject_type, e.subject_id, e.subject_seq, e.occurred_at, e.data`,
    from: sql`events e left join commands c on c.organization_id = e.organization_id and c.id = e.command_id`,
    where: every(parts),
    order: ['-e.subject_seq'],
  };
  return readPage<AuditRow>(tx, list, page);
}
