/** Reads of the command log: outcomes for waiters and for `GET /api/operations/{id}`. */
import type { Database, TenantTransaction } from '../database.ts';
import { row } from '../database.ts';
import { sql } from '../sql-text.ts';

export type CommandState = 'accepted' | 'done' | 'refused' | 'failed';

export interface CommandRow {
  organization_id: string;
  id: string;
  name: string;
  queue: string;
  input: unknown;
  state: CommandState;
  outcome: Record<string, unknown> | null;
  actor: Record<string, unknown>;
  created_at: Date;
  finished_at: Date | null;
}

/** A merchant's token finds what it asked for itself. */
export function findCommand(tx: TenantTransaction, id: string): Promise<CommandRow | undefined> {
  return row<CommandRow>(
    tx,
    sql`select c.organization_id, c.id, c.name, c.queue, c.input, c.state, c.outcome, c.actor, c.created_at, c.finished_at
       from commands c where c.organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)
        and c.id = ${id}
        and (nullif(current_setting('app.merchant_id', true), '') is null
             or c.actor ->> 'merchant_id' = current_setting('app.merchant_id', true))`,
  );
}

/** The outcome of a finished command; undefined while it is accepted or unknown. */
export async function readOutcome(database: Database, organizationId: string, id: string): Promise<unknown> {
  const found = await row<{ outcome: unknown }>(
    database.system,
    sql`select outcome from commands where organization_id = ${organizationId} and id = ${id} and state <> 'accepted'`,
  );
  return found?.outcome;
}

/**
 * Whether a command of this id was kept, and on disk from here on: the empty message is written to the log and this
 * statement's commit waits for it, and with it for all that was written before.
 */
export async function isCommandKept(
  database: Database,
  organizationId: string,
  id: string,
): Promise<boolean> {
  const found = await row<{ is_kept: boolean }>(
    database.system,
    sql`select exists (select 1 from commands where organization_id = ${organizationId} and id = ${id}) as is_kept,
            set_config('synchronous_commit', 'on', true), pg_logical_emit_message(true, 'kept', '')`,
  );
  return found!.is_kept;
}

export interface KeyUse {
  command_id: string;
  fingerprint: string;
  response: { status: number; body: unknown; location: string | null } | null;
}

export function readKeyUse(
  database: Database,
  organizationId: string,
  claim: { principal: string; route: string; key: string },
): Promise<KeyUse | undefined> {
  return row<KeyUse>(
    database.system,
    sql`select command_id, fingerprint, response from idempotency_keys
      where organization_id = ${organizationId} and principal = ${claim.principal} and route = ${claim.route} and key = ${claim.key}`,
  );
}
