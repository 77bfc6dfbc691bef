/**
 * What an organization queues for its endpoints is queued in turn, and dated in its turn: a transaction that began early
 * and commits late would else go before deliveries that are under way, which are counted as the first of their endpoint.
 */
import { execute, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/** For whoever has the turn: later than all that was queued before. */
export const queuedAt = sql`(select clock_timestamp())`;

/** Waits for the turn, which lasts until the transaction ends; events are handed on by whoever has it as well. */
export async function takeQueueTurn(tx: TenantTransaction): Promise<void> {
  await execute(
    tx,
    sql`select 1 from webhook_streams where organization_id = ${tx.organizationId} for update`,
  );
}
