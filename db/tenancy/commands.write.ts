/**
 * Writes of the command log, which is outbox, exactly-once record and audit in one. A command's effects and its
 * outcome commit in one transaction; a redelivered job finds the outcome and changes nothing.
 */
import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Database, TenantTransaction } from '../database.ts';
import { row, rows } from '../database.ts';

export interface NewCommand {
  id: string;
  organization_id: string;
  name: string;
  queue: string;
  input: unknown;
  actor: object;
  idempotency?: { principal: string; route: string; key: string; fingerprint: string } | undefined;
}

// The request that wrote a row dispatches it at once; the sweeper steps in when that was lost.
const firstSweepAfter = "interval '3 seconds'";

function recordset(commands: readonly NewCommand[]): string {
  return JSON.stringify(
    commands.map(({ idempotency, ...command }) => ({
      ...command,
      input_hash: createHash('sha256').update(JSON.stringify(command.input)).digest('hex'),
      principal: idempotency?.principal ?? null,
      route: idempotency?.route ?? null,
      key: idempotency?.key ?? null,
      fingerprint: idempotency?.fingerprint ?? null,
    })),
  );
}

const incoming = `
  incoming as (
    select * from jsonb_to_recordset(?::jsonb) as i (
      organization_id uuid, id uuid, name text, queue text, input jsonb, input_hash text, actor jsonb,
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
 * Commits accepted commands of any organizations. Answers the ids that are in; a missing one lost its idempotency key.
 *
 * Where every requester waits for the outcome, the commit does not wait for the disk (`isDurable` false): the outcome's
 * own commit comes later in the log and flushes this one with it, so a success is on disk before it is answered. A
 * crash in between loses the row and its effect together, as if the request had never come. An answer of 202 needs the
 * row itself: such batches commit durably, and a wait that runs out has outlasted the log writer's 0.6 s.
 */
export async function acceptCommands(
  database: Database,
  commands: readonly NewCommand[],
  isDurable: boolean,
): Promise<Set<string>> {
  const inserted = await rows<{ id: string }>(
    database.system,
    `with ${incoming},
     durability as (select set_config('synchronous_commit', ?, true) as mode)
     insert into commands (organization_id, id, name, queue, input, input_hash, actor, dispatches, next_dispatch_at)
     select organization_id, id, name, queue, input, decode(input_hash, 'hex'), actor, 1, now() + ${firstSweepAfter}
       from incoming, durability
      where mode is not null and (key is null or id in (select command_id from keys))
     returning id`,
    [recordset(commands), isDurable ? 'on' : 'off'],
  );
  return new Set(inserted.map(({ id }) => id));
}

/** Follow-ups of a handler: rows of the same transaction, dispatched after its commit. */
export async function enqueueCommands(tx: TenantTransaction, commands: readonly NewCommand[]): Promise<void> {
  await tx.raw(
    `insert into commands (organization_id, id, name, queue, input, input_hash, actor, dispatches, next_dispatch_at)
     select organization_id, id, name, queue, input, decode(input_hash, 'hex'), actor, 1, now() + ${firstSweepAfter}
       from jsonb_to_recordset(?::jsonb) as i (
         organization_id uuid, id uuid, name text, queue text, input jsonb, input_hash text, actor jsonb)`,
    [recordset(commands)],
  );
}

/**
 * Writes the row of an inline command at the start of its own transaction. False when its idempotency key was used:
 * a concurrent first use is waited for by the unique index, so two requests can never both run.
 */
export async function insertInlineCommand(tx: TenantTransaction, command: NewCommand): Promise<boolean> {
  const inserted = await row(
    tx,
    `with ${incoming}
     insert into commands (organization_id, id, name, queue, input, input_hash, actor)
     select organization_id, id, name, queue, input, decode(input_hash, 'hex'), actor
       from incoming where key is null or id in (select command_id from keys)
     returning id`,
    [recordset([command])],
  );
  return inserted !== undefined;
}

/** The outcome of a command that could not be finished in its own transaction (refused after a rollback, or dead). */
export async function recordOutcome(
  connection: Knex,
  command: { organization_id: string; id: string },
  state: 'refused' | 'failed',
  outcome: unknown,
): Promise<void> {
  await connection.raw(
    `update commands set state = ?, outcome = ?::jsonb, finished_at = now()
      where organization_id = ? and id = ? and state in ('accepted', 'failed')`,
    [state, JSON.stringify(outcome), command.organization_id, command.id],
  );
}

export interface DueCommand {
  organization_id: string;
  id: string;
  name: string;
  queue: string;
  /** Whose token asked, where it was a merchant's. */
  merchant_id: string | null;
  dispatches: number;
}

/** Takes accepted commands whose job seems lost and moves their next try on (3 s doubling to 30 s). A row a worker holds is skipped. */
export function takeDueCommands(database: Database, limit: number): Promise<DueCommand[]> {
  return rows<DueCommand>(
    database.system,
    `update commands c
        set dispatches = c.dispatches + 1,
            next_dispatch_at = now() + least(interval '3 seconds' * power(2, least(c.dispatches, 5)), interval '30 seconds')
       from (select organization_id, id from commands
              where state = 'accepted' and next_dispatch_at < now()
              order by next_dispatch_at limit ? for update skip locked) due
      where c.organization_id = due.organization_id and c.id = due.id
      returning c.organization_id, c.id, c.name, c.queue, c.actor ->> 'merchant_id' as merchant_id, c.dispatches`,
    [limit],
  );
}

export interface StoredAnswer {
  status: number;
  body: unknown;
  location: string | null;
}

/**
 * Keeps the answer of a keyed request and tells which one is kept: of requests that came at once the first to store wins,
 * and all of them, the replays later included, give that one answer.
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
    `update idempotency_keys set response = coalesce(response, ?::jsonb)
      where organization_id = ? and principal = ? and route = ? and key = ? and command_id = ?
      returning response`,
    [JSON.stringify(response), organizationId, claim.principal, claim.route, claim.key, commandId],
  );
  return kept?.response;
}

/** Forgets idempotency keys older than 72 hours. */
export async function forgetOldKeys(database: Database): Promise<void> {
  await database.system.raw("delete from idempotency_keys where created_at < now() - interval '72 hours'");
}
