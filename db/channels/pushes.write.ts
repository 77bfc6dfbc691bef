/** The ledger of pushes to stores: what is wanted of SKUs, and what a person says of what is refused. */
import { isOrderPush, type PushKind, type SkuPushKind } from '../../domain/channels/push-kinds.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { atOnce } from '../integration/waiting-pushes.write.ts';
import { sql, type SqlText } from '../sql-text.ts';
import { isConnectedAnew } from './order-facts.ts';

export interface MappedItem {
  channel_sku: string;
  item_id: string;
  merchant_id: string;
  sku: string;
  name: string;
  uom: string;
  weight_kg: string | null;
  is_active: boolean;
}

/** The mapped items of a connection, limited to these products when some are given. */
export function mappedItems(
  tx: TenantTransaction,
  connectionId: string,
  productIds: readonly string[] | null,
  limit: number,
): Promise<MappedItem[]> {
  return rows<MappedItem>(
    tx,
    sql`select m.channel_sku, m.item_id, m.merchant_id, i.sku, i.name, i.uom, i.weight_kg, i.is_active
          from product_mappings m
          join items i on i.organization_id = m.organization_id and i.id = m.item_id
         where m.organization_id = ${tx.organizationId} and m.connection_id = ${connectionId}
           and (${productIds}::uuid[] is null or m.item_id = any (${productIds}::uuid[]))
         order by m.channel_sku limit ${limit}`,
  );
}

/** How many of the merchant's items have no channel SKU on this connection. */
export async function countUnmapped(
  tx: TenantTransaction,
  connectionId: string,
  productIds: readonly string[] | null,
): Promise<number> {
  const found = await row<{ count: number }>(
    tx,
    sql`select count(*)::integer as count
          from channel_connections c
          join items i on i.organization_id = c.organization_id and i.merchant_id = c.merchant_id and i.is_active
         where c.organization_id = ${tx.organizationId} and c.id = ${connectionId}
           and (${productIds}::uuid[] is null or i.id = any (${productIds}::uuid[]))
           and not exists (select 1 from product_mappings m where m.organization_id = i.organization_id
                              and m.connection_id = c.id and m.item_id = i.id)`,
  );
  return found!.count;
}

export interface Wanted {
  channel_sku: string;
  /** The place whose level it is; '' where the store's levels are not told by place, and for products. */
  store_location: string;
  merchant_id: string;
  item_id: string;
  wanted: object;
}

/**
 * Gives its next version to each SKU that has changed or that the store has not been told at all; one that waits already
 * has waited since then. What was given up is sent again once it has changed. The caller holds the connection locked.
 * Returns how many.
 */
export function want(
  tx: TenantTransaction,
  connectionId: string,
  kind: SkuPushKind,
  wanted: readonly Wanted[],
): Promise<number> {
  return execute(
    tx,
    sql`insert into channel_pushes as p (organization_id, id, connection_id, kind, subject, store_location, merchant_id,
          item_id, wanted)
        select ${tx.organizationId}::uuid, gen_random_uuid(), ${connectionId}::uuid, ${kind}::text, w.channel_sku,
               w.store_location, w.merchant_id, w.item_id, w.wanted
          from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (channel_sku text, store_location text,
               merchant_id uuid, item_id uuid, wanted jsonb)
         order by w.channel_sku, w.store_location
        on conflict (organization_id, connection_id, kind, subject, store_location) do update
           set wanted = excluded.wanted, item_id = excluded.item_id, ${nextVersion}
         where p.wanted is distinct from excluded.wanted or (p.sent is null and p.sent_version = p.version)`,
  );
}

/** Of a push `p`. */
export const toldAnew = (
  at = sql`now()`,
): SqlText => sql`attempts = 0, next_try_at = ${at}, given_up_at = null,
  queued_at = case when p.sent_version < p.version then p.queued_at else now() end`;
const nextVersion = sql`version = p.version + 1, ${toldAnew()}`;

/**
 * What a store with these places is not to show any more. A place of its own that no warehouse fills has nothing; and
 * whoever is told by place is told nothing in all, or the other way round: what was told there counts no longer, and is
 * told anew should it come back. The caller holds the connection locked. Returns how much is to be told.
 */
export async function leaveOtherPlaces(
  tx: TenantTransaction,
  connectionId: string,
  places: readonly string[],
): Promise<number> {
  const ofStock = sql`p.organization_id = ${tx.organizationId} and p.connection_id = ${connectionId}
    and p.kind = 'inventory' and (p.sent is not null or p.sent_version < p.version)`;
  await execute(
    tx,
    sql`update channel_pushes p
           set sent = null, channel_says = null, sent_at = null, sent_version = p.version, claim = null,
               claimed_until = null, unknown_since = null, last_error = null, given_up_at = null
         where ${ofStock} and (p.store_location = '') = ${places.length > 0}`,
  );
  if (places.length === 0) return 0;
  return execute(
    tx,
    sql`update channel_pushes p set wanted = '{"available": 0}', ${nextVersion}
         where ${ofStock} and p.store_location <> '' and p.store_location <> all (${places}::text[])
           and p.wanted <> '{"available": 0}'`,
  );
}

/** How many SKUs of a connection the store has not been told as they are wanted. */
export async function countPending(
  tx: TenantTransaction,
  connectionId: string,
  kind: PushKind,
): Promise<number> {
  const found = await row<{ count: number }>(
    tx,
    sql`select count(*)::integer as count from channel_pushes
         where organization_id = ${tx.organizationId} and connection_id = ${connectionId} and kind = ${kind}
           and sent_version < version`,
  );
  return found!.count;
}

export interface LockedPush {
  id: string;
  connection_id: string;
  merchant_id: string;
  kind: PushKind;
  subject: string;
  is_told: boolean;
  is_given_up: boolean;
}

/** Locks a push. Refuses 404. */
export async function lockPush(tx: TenantTransaction, id: string): Promise<LockedPush> {
  const found = await row<LockedPush>(
    tx,
    sql`select id, connection_id, merchant_id, kind, subject, sent_version = version as is_told,
               given_up_at is not null as is_given_up
          from channel_pushes where organization_id = ${tx.organizationId} and id = ${id} for no key update`,
  );
  if (!found) throw notFound('push');
  return found;
}

interface Resolved {
  by: string;
  for: string;
}

/** Leaves it: what is under way may still arrive, and then counts. */
export async function giveUpPush(
  tx: TenantTransaction,
  id: string,
  { by, for: why }: Resolved,
): Promise<void> {
  await execute(
    tx,
    sql`update channel_pushes set given_up_at = now(), resolved_by = ${by}, resolved_for = ${why}
         where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

/**
 * Sends it again at once; what a store shows otherwise than it was told, as its next version. Refuses 409 PUSH_TOLD for
 * news of an order that the store has, and 409 CONNECTION_DISABLED where nobody can tell it. Returns the connection through
 * which it is told.
 */
export async function retryPush(
  tx: TenantTransaction,
  push: LockedPush,
  { by, for: why }: Resolved,
): Promise<string> {
  if (push.is_told && isOrderPush(push.kind))
    throw new Refusal('PUSH_TOLD', 'The store has it: news of an order is told once.');
  const connectionId = await connectionNow(tx, push);
  await execute(
    tx,
    sql`update channel_pushes p
           set version = case when ${push.is_told} then p.version + 1 else p.version end,
               queued_at = case when ${push.is_told} then now() else p.queued_at end,
               connection_id = ${connectionId}, ${atOnce}, given_up_at = null, resolved_by = ${by}, resolved_for = ${why}
         where organization_id = ${tx.organizationId} and id = ${push.id}`,
  );
  return connectionId;
}

/** The connection of a push, or for news of an order the one by which its store was connected anew since. */
async function connectionNow(tx: TenantTransaction, push: LockedPush): Promise<string> {
  const found = await row<{ id: string }>(
    tx,
    sql`select coalesce(anew.id, c.id) as id
          from channel_connections c
          left join channel_connections anew on ${isOrderPush(push.kind)} and ${isConnectedAnew(sql`c`, sql`anew`)}
         where c.organization_id = ${tx.organizationId} and c.id = ${push.connection_id}
           and (anew.id is not null or c.status <> 'disabled')
         order by anew.id limit 1`,
  );
  if (found) return found.id;
  throw new Refusal(
    'CONNECTION_DISABLED',
    'The connection is disabled; enable it, or connect its store anew.',
  );
}
