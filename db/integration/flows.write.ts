/** Writes flows: a draft that changes, and versions that never do. */
import type { FlowStatus } from '../../domain/integration/event-states.ts';
import type { FlowDefinition } from '../../domain/integration/flow.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface LockedFlow {
  id: string;
  name: string;
  status: FlowStatus;
  connector: string;
  definition: FlowDefinition;
  webhook_secret_sealed: string | null;
  version: number;
}

export async function insertFlow(
  tx: TenantTransaction,
  flow: Pick<LockedFlow, 'id' | 'name' | 'connector' | 'definition' | 'webhook_secret_sealed'>,
): Promise<void> {
  const { id, name, connector, definition, webhook_secret_sealed: sealed } = flow;
  await execute(
    tx,
    sql`insert into flows (organization_id, id, name, connector, definition, webhook_secret_sealed)
        values (${tx.organizationId}, ${id}, ${name}, ${connector}, ${JSON.stringify(definition)}::jsonb, ${sealed})`,
  );
}

/** Locks a flow. Refuses 404. */
export async function lockFlow(tx: TenantTransaction, id: string): Promise<LockedFlow> {
  const [found] = await rows<LockedFlow>(
    tx,
    sql`select id, name, status, connector, definition, webhook_secret_sealed, version from flows
         where organization_id = ${tx.organizationId} and id = ${id} for update`,
  );
  if (!found) throw notFound('flow');
  return found;
}

export async function saveDraft(tx: TenantTransaction, flow: LockedFlow): Promise<void> {
  await execute(
    tx,
    sql`update flows set name = ${flow.name}, definition = ${JSON.stringify(flow.definition)}::jsonb,
               webhook_secret_sealed = ${flow.webhook_secret_sealed}, updated_at = now()
         where organization_id = ${tx.organizationId} and id = ${flow.id}`,
  );
}

/**
 * Publishes the draft as the next version, which runs from now on; `flow` has its new state. Refuses 409 CONFLICT with
 * the flow already published for the connector; when two are published at once, the partial unique index lets one
 * through.
 */
export async function publishDraft(
  tx: TenantTransaction,
  flow: LockedFlow,
  publishedBy: string,
): Promise<void> {
  const [other] = await rows<{ id: string; name: string }>(
    tx,
    sql`select id, name from flows where organization_id = ${tx.organizationId} and connector = ${flow.connector}
           and status = 'published' and id <> ${flow.id}`,
  );
  if (other) {
    throw new Refusal(
      'CONFLICT',
      `The flow ${other.name} is published for ${flow.connector}; archive it first.`,
      {
        flow_id: other.id,
      },
    );
  }
  await execute(
    tx,
    sql`insert into flow_versions (organization_id, flow_id, version, definition, webhook_secret_sealed, published_by)
        values (${tx.organizationId}, ${flow.id}, ${flow.version + 1}, ${JSON.stringify(flow.definition)}::jsonb,
                ${flow.webhook_secret_sealed}, ${publishedBy})`,
  );
  await execute(
    tx,
    sql`update flows set status = ${flow.status}, version = version + 1, updated_at = now()
         where organization_id = ${tx.organizationId} and id = ${flow.id}`,
  );
}

export async function setStatus(tx: TenantTransaction, id: string, status: FlowStatus): Promise<void> {
  await execute(
    tx,
    sql`update flows set status = ${status}, updated_at = now()
         where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}
