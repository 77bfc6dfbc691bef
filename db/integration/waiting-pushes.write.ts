/** What waits to be pushed to a store, when its connection is mended. */
import { execute, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { awaitsNumber } from './awaited-numbers.ts';

/** Of a push `p`. News of an order that was refused is asked for before it is sent again, as after any try. */
export const atOnce = sql`attempts = case when p.order_id is null then 0 else least(p.attempts, 1) end, next_try_at = now()`;

/**
 * Locks what waits for a store, in the order of its ids, as does whoever raises what several stores are told of orders:
 * neither waits for the other in turn. The caller holds the connection locked.
 */
export async function lockPushes(tx: TenantTransaction, connectionId: string): Promise<void> {
  await execute(
    tx,
    sql`select from channel_pushes
         where organization_id = ${tx.organizationId} and connection_id = ${connectionId} and sent_version < version
         order by id for no key update`,
  );
}

/**
 * Sends at once what waits for a store whose connection was mended, whenever it was to be tried again. The caller holds
 * the connection locked.
 */
export async function hurryPushes(tx: TenantTransaction, connectionId: string): Promise<void> {
  await lockPushes(tx, connectionId);
  await execute(
    tx,
    sql`update channel_pushes p set ${atOnce}
         where p.organization_id = ${tx.organizationId} and p.connection_id = ${connectionId}
           and p.sent_version < p.version and p.given_up_at is null and not ${awaitsNumber(sql`p`)}
           and (p.claimed_until is null or p.claimed_until <= now())`,
  );
}

/**
 * What is on its way under former credentials is claimed by nobody any more: it may have been taken, and that it was
 * refused says nothing of the present ones. The caller holds the connection locked.
 */
export async function recallPushes(tx: TenantTransaction, connectionId: string): Promise<void> {
  await lockPushes(tx, connectionId);
  await execute(
    tx,
    sql`update channel_pushes set claim = gen_random_uuid(), claimed_until = now()
         where organization_id = ${tx.organizationId} and connection_id = ${connectionId}
           and sent_version < version and claim is not null`,
  );
}
