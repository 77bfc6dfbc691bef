/** Reads the command log: outcomes for waiting requests and for `GET /api/operations/{id}`. */
import type { Database, TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { row, rows } from '../database.ts';

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

/** A merchant's token finds only commands it submitted. */
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

/** The outcomes of finished commands, in one statement; accepted or unknown commands are left out. */
export function readOutcomes(
  database: Database,
  keys: readonly { organization_id: string; command_id: string }[],
): Promise<{ id: string; outcome: unknown }[]> {
  return rows(
    database.system,
    sql`select c.id, c.outcome
       from unnest(${keys.map(({ organization_id: id }) => id)}::uuid[],
                   ${keys.map(({ command_id: id }) => id)}::uuid[]) as k (organization_id, command_id)
       join commands c on c.organization_id = k.organization_id and c.id = k.command_id
      where c.state <> 'accepted'`,
  );
}

/**
 * Whether a command with this id was stored; if so, it is on disk once this returns: the empty message goes to the
 * write-ahead log, and this statement's commit waits for it to be flushed along with everything written before.
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
