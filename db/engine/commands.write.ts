/**
 * Writes the command log, which is outbox, exactly-once record and audit in one. A command's effects and its outcome
 * commit in one transaction; a redelivered job finds the outcome and changes nothing.
 */
import {
  execute,
  row,
  rows,
  type Database,
  type OpenTransaction,
  type SystemConnection,
  type TenantTransaction,
} from '../database.ts';
import { sql, values, type SqlText } from '../sql-text.ts';
import { newId } from '../../domain/new-id.ts';
import { permissionsToKeep } from '../../domain/permissions.ts';

export interface NewCommand {
  id: string;
  organization_id: string;
  name: string;
  queue: string;
  input: unknown;
  /** The input as the row keeps it, when that is less than all of it. */
  kept_input?: unknown;
  actor: object;
  /** The job it is dispatched with; by default one of its own. */
  job_id?: string | undefined;
  idempotency?: { principal: string; route: string; key: string; fingerprint: string } | undefined;
}

// The request that wrote a row dispatches it at once; the sweeper steps in when that dispatch was lost.
const firstSweepAfter = sql`interval '3 seconds'`;

function recordset(commands: readonly NewCommand[]): string {
  return JSON.stringify(
    commands.map(({ idempotency, kept_input: kept, actor, ...command }) => ({
      ...command,
      actor: keptActor(actor),
      input: kept ?? command.input,
      job_id: command.job_id ?? command.id,
      principal: idempotency?.principal ?? null,
      route: idempotency?.route ?? null,
      key: idempotency?.key ?? null,
      fingerprint: idempotency?.fingerprint ?? null,
    })),
  );
}

function keptActor(actor: { permissions?: readonly string[] }): object {
  return { ...actor, permissions: permissionsToKeep(actor.permissions ?? []) };
}

const incoming = (commands: readonly NewCommand[]): SqlText => sql`
  incoming as (
    select * from jsonb_to_recordset(${recordset(commands)}::jsonb) as i (
      organization_id uuid, id uuid, name text, queue text, input jsonb, actor jsonb, job_id uuid,
      principal uuid, route text, key text, fingerprint text)
  ),
  keys as (
    insert into idempotency_keys (organization_id, principal, route, key, fingerprint, command_id)
    select organization_id, principal, route, key, fingerprint, id from incoming where key is not null
     order by organization_id, principal, route, key
    on conflict do nothing
    returning command_id
  )`;

/**
 * Commits accepted commands of any organizations. Returns the ids inserted; a missing id lost its idempotency key to
 * another request.
 *
 * When every requester waits for the outcome, the commit does not wait for the disk (`isDurable` false): the outcome's
 * own commit comes later in the log and flushes this one with it, so a success is on disk before it is reported. A
 * crash in between loses the row and its effect together, as if the request had never arrived. A 202 answer needs the
 * row itself: such batches commit durably, and a wait that times out ends with `isCommandKept`, which flushes the log.
 */
export async function acceptCommands(
  database: Database,
  commands: readonly NewCommand[],
  isDurable: boolean,
): Promise<Set<string>> {
  const inserted = await rows<{ id: string }>(
    database.system,
    sql`with ${incoming(commands)},
     durability as (select set_config('synchronous_commit', ${isDurable ? 'on' : 'off'}, true) as mode)
     insert into commands (organization_id, id, name, queue, input, actor, job_id, dispatches, next_dispatch_at)
     select organization_id, id, name, queue, input, actor, job_id, 1, now() + ${firstSweepAfter}
       from incoming, durability
      where mode is not null and (key is null or id in (select command_id from keys))
     on conflict (organization_id, id) do nothing
     returning id`,
  );
  return new Set(inserted.map(({ id }) => id));
}

/** Follow-up commands of a handler: rows in the same transaction, dispatched after its commit. */
export async function enqueueCommands(tx: OpenTransaction, commands: readonly NewCommand[]): Promise<void> {
  await execute(tx, enqueueing(commands));
}

/**
 * The statement of `enqueueCommands` for use inside another; `which` is a condition over the commands as `i` that says
 * which are inserted.
 */
export function enqueueing(commands: readonly NewCommand[], which: SqlText = sql`true`): SqlText {
  return sql`insert into commands (organization_id, id, name, queue, input, actor, job_id, dispatches, next_dispatch_at)
     select organization_id, id, name, queue, input, actor, job_id, 1, now() + ${firstSweepAfter}
       from jsonb_to_recordset(${recordset(commands)}::jsonb) as i (
         organization_id uuid, id uuid, name text, queue text, input jsonb, actor jsonb, job_id uuid)
      where ${which}`;
}

/**
 * Writes the rows of inline commands at the start of their own transaction. An id missing from the result lost its
 * idempotency key: the unique index waits for a concurrent first use, so two requests can never both run.
 */
export async function insertInlineCommands(
  tx: TenantTransaction,
  commands: readonly NewCommand[],
): Promise<Set<string>> {
  const inserted = await rows<{ id: string }>(
    tx,
    sql`with ${incoming(commands)}
     insert into commands (organization_id, id, name, queue, input, actor)
     select organization_id, id, name, queue, input, actor
       from incoming where key is null or id in (select command_id from keys)
     returning id`,
  );
  return new Set(inserted.map(({ id }) => id));
}

/** The statement that writes the rows of inline commands with their outcomes `f`, for use inside another. */
export function insertingFinished(commands: readonly NewCommand[], outcomes: SqlText): SqlText {
  return sql`insert into commands (organization_id, id, name, queue, input, actor, state, outcome, finished_at)
     select i.organization_id, i.id, i.name, i.queue, i.input, i.actor,
            f.state, f.outcome::jsonb, now()
       from jsonb_to_recordset(${recordset(commands)}::jsonb) as i (
         organization_id uuid, id uuid, name text, queue text, input jsonb, actor jsonb)
       join ${outcomes} on f.id = i.id`;
}

/**
 * Records the outcome of a command that could not finish in its own transaction (refused after a rollback, or dead).
 * False when it already had one: the first is final, since its caller was told.
 */
export async function recordOutcome(
  connection: SystemConnection,
  command: { organization_id: string; id: string },
  state: 'refused' | 'failed',
  outcome: unknown,
): Promise<boolean> {
  const recorded = await row(
    connection,
    sql`update commands set state = ${state}, outcome = ${JSON.stringify(outcome)}::jsonb, finished_at = now()
      where organization_id = ${command.organization_id} and id = ${command.id} and state = 'accepted' returning id`,
  );
  return recorded !== undefined;
}

export interface DueCommand {
  organization_id: string;
  id: string;
  name: string;
  queue: string;
  /** The merchant of the token that submitted it, if any. */
  merchant_id: string | null;
  job_id: string;
}

/**
 * Takes accepted commands that are due for a check whether their job still exists. The next check comes after half
 * their age, 3 s to 30 s, so that a long backlog is not checked every second. A row a worker has locked is skipped: it
 * is running.
 */
export function takeDueCommands(database: Database, limit: number): Promise<DueCommand[]> {
  return rows<DueCommand>(
    database.system,
    sql`with due as materialized (
          select organization_id, id from commands
           where state = 'accepted' and next_dispatch_at < now()
           order by next_dispatch_at limit ${limit} for update skip locked)
     update commands c
        set next_dispatch_at = now() + greatest(interval '3 seconds', least((now() - c.created_at) / 2, interval '30 seconds'))
       from due
      where c.organization_id = due.organization_id and c.id = due.id
      returning c.organization_id, c.id, c.name, c.queue, c.actor ->> 'merchant_id' as merchant_id, c.job_id`,
  );
}

/** Reassigns commands that no queue holds to the jobs they will be dispatched with. */
export function moveToJobs(
  database: Database,
  lost: readonly { organization_id: string; id: string; job_id: string }[],
): Promise<DueCommand[]> {
  return rows<DueCommand>(
    database.system,
    sql`update commands c set dispatches = c.dispatches + 1, job_id = lost.job_id
       from jsonb_to_recordset(${JSON.stringify(lost)}::jsonb) as lost (organization_id uuid, id uuid, job_id uuid)
      where c.organization_id = lost.organization_id and c.id = lost.id and c.state = 'accepted'
      returning c.organization_id, c.id, c.name, c.queue, c.actor ->> 'merchant_id' as merchant_id, c.job_id`,
  );
}

/** Has commands that were not dispatched yet known by the job they will share. */
export async function shareJob(
  database: Database,
  organizationId: string,
  { ids, job_id: jobId }: { ids: readonly string[]; job_id: string },
): Promise<void> {
  await execute(
    database.system,
    sql`update commands set job_id = ${jobId}
         where organization_id = ${organizationId} and id = any (${[...ids]}::uuid[]) and state = 'accepted'`,
  );
}

export interface StoredAnswer {
  status: number;
  body: unknown;
  location: string | null;
}

/**
 * Stores the answer of a keyed request and returns the stored one: of concurrent requests the first to store wins, and
 * all of them, including later replays, give that same answer.
 */
export async function storeResponse(
  database: Database,
  organizationId: string,
  commandId: string,
  claim: { principal: string; route: string; key: string },
  response: { status: number; body: unknown; location: string | null },
): Promise<StoredAnswer | undefined> {
  const kept = await row<{ response: StoredAnswer }>(
    database.system,
    sql`update idempotency_keys set response = coalesce(response, ${JSON.stringify(response)}::jsonb)
      where organization_id = ${organizationId} and principal = ${claim.principal} and route = ${claim.route} and key = ${claim.key} and command_id = ${commandId}
      returning response`,
  );
  return kept?.response;
}

/**
 * Claims a key for a request of many commands, each of which claims its own; the row's command is none. The primary key
 * lets one of two different requests have it. False for the other. Whoever sends the same again makes it young again, so
 * that it lasts as long as what its commands claim now.
 */
export async function claimKey(
  database: Database,
  organizationId: string,
  claim: { principal: string; route: string; key: string; fingerprint: string },
): Promise<boolean> {
  const { principal, route, key, fingerprint } = claim;
  const held = await row(
    database.system,
    sql`insert into idempotency_keys as k
        ${values({ organization_id: organizationId, principal, route, key, fingerprint, command_id: newId() })}
        on conflict (organization_id, principal, route, key) do update set created_at = now()
         where k.fingerprint = excluded.fingerprint
        returning k.key`,
  );
  return held !== undefined;
}

// A statement that is ended by its time limit would leave all of them, and the next one more.
const keysAtOnce = 5_000;

/** Deletes idempotency keys older than 72 hours; safe in several processes at once. */
export async function forgetOldKeys(database: Database): Promise<void> {
  let forgotten = keysAtOnce;
  while (forgotten === keysAtOnce)
    forgotten = await execute(
      database.system,
      sql`delete from idempotency_keys k
           using (select organization_id, principal, route, key from idempotency_keys
                   where created_at < now() - interval '72 hours'
                   order by created_at limit ${keysAtOnce} for update skip locked) old
           where k.organization_id = old.organization_id and k.principal = old.principal
             and k.route = old.route and k.key = old.key`,
    );
}
