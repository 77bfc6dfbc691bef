/**
 * Which channel the orders of a store are in. Every store counts its orders from the same number, and an order's number
 * is unique within its channel: two stores in one channel would lose orders to each other, and a store that came back to
 * another channel would have its open orders made, and shipped, a second time. Whoever takes a channel holds its row, so
 * that two stores connected or enabled at once do not take the same one.
 */
import { newId } from '../../domain/new-id.ts';
import { Refusal } from '../../domain/refusal.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';

interface NewStore {
  merchant_id: string;
  connector: string;
  store_domain: string | null;
  name: string;
}

/** Whether the later of two connections of one channel has it as its former one's, and not by name, to share it. */
export const isHandedOn = (one: SqlText, other: SqlText): SqlText =>
  sql`not (case when ${other}.created_at > ${one}.created_at then ${other}.is_channel_named else ${one}.is_channel_named end)`;

/**
 * A channel for one more store: the one it had before it was disconnected; else the merchant's with the connector's code
 * or the operator's, if no connection ever had it; else a new one.
 */
export async function channelOfStore(tx: TenantTransaction, store: NewStore): Promise<string> {
  const { merchant_id: merchantId, connector } = store;
  const isFormer = sql`(f.merchant_id = ${merchantId} and f.connector = ${connector} and f.status = 'disabled'
    and f.store_domain is not distinct from ${store.store_domain}::text)`;
  const known = await rows<{ id: string; merchant_id: string | null }>(
    tx,
    sql`select id, merchant_id from channels
         where organization_id = ${tx.organizationId}
           and (code = ${connector} and (merchant_id = ${merchantId} or merchant_id is null)
                or id in (select f.channel_id from channel_connections f
                           where f.organization_id = ${tx.organizationId} and ${isFormer}))
         order by merchant_id is null, id for no key update`,
  );
  const had = await rows<{ channel_id: string; is_its_own: boolean; is_taken: boolean }>(
    tx,
    sql`select f.channel_id, coalesce(bool_or(${isFormer}), false) as is_its_own,
               bool_or(f.status <> 'disabled') as is_taken
          from channel_connections f
         where f.organization_id = ${tx.organizationId} and f.channel_id = any (${known.map((one) => one.id)}::uuid[])
         group by f.channel_id order by max(f.created_at) filter (where ${isFormer}) desc nulls last`,
  );
  const own = had.find(({ is_its_own: isOwn, is_taken: isTaken }) => isOwn && !isTaken);
  if (own) return own.channel_id;
  const free = known.find(({ id }) => !had.some(({ channel_id: taken }) => taken === id));
  return free ? free.id : newChannel(tx, store);
}

async function newChannel(
  tx: TenantTransaction,
  { merchant_id: merchantId, connector, name }: NewStore,
): Promise<string> {
  const id = newId();
  const make = (code: string): Promise<number> =>
    execute(
      tx,
      sql`insert into channels (organization_id, id, merchant_id, code, name, type)
          values (${tx.organizationId}, ${id}, ${merchantId}, ${code}, ${name}, ${connector})
          on conflict (organization_id, merchant_id, code) do nothing`,
    );
  // The code is taken by another of the merchant's stores, perhaps connected at this moment.
  if ((await make(connector)) === 0) await make(`${connector}-${id.slice(-8)}`);
  return id;
}

/**
 * Refuses 409 for a connection about to be enabled whose channel another one works with by now, unless the later of
 * them was connected to it by name.
 */
export async function takeChannelAgain(
  tx: TenantTransaction,
  { id, channel_id: channelId }: { id: string; channel_id: string },
): Promise<void> {
  await execute(
    tx,
    sql`select 1 from channels where organization_id = ${tx.organizationId} and id = ${channelId} for no key update`,
  );
  const other = await row<{ id: string }>(
    tx,
    sql`select o.id from channel_connections c
          join channel_connections o on o.organization_id = c.organization_id and o.channel_id = c.channel_id
           and o.id <> c.id and o.status <> 'disabled'
         where c.organization_id = ${tx.organizationId} and c.id = ${id}
           and ${isHandedOn(sql`c`, sql`o`)} limit 1`,
  );
  if (!other) return;
  throw new Refusal(
    'CONFLICT',
    'Another connection has its channel by now, and their orders would have the same numbers; connect the store anew.',
    { connection_id: other.id, channel_id: channelId },
  );
}
