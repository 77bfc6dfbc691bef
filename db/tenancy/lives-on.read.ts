/**
 * What was set up with a token and goes on when it is revoked, for it acts with nobody's rights: endpoints that events are
 * sent to, connections to stores.
 */
import { row, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';

/** `made`: the token and all made with it, at any remove. */
export function madeWith(tx: TenantTransaction, tokenId: string): SqlText {
  return sql`with recursive made as (
    select id from access_tokens where organization_id = ${tx.organizationId} and id = ${tokenId}
    union
    select t.id from access_tokens t join made on t.maker_token_id = made.id
     where t.organization_id = ${tx.organizationId})`;
}

export interface LivesOn {
  webhook_endpoint_ids: string[];
  connection_ids: string[];
}

/** Those that are not disabled, the newest first. */
export async function readLivesOn(tx: TenantTransaction, tokenId: string): Promise<LivesOn> {
  const found = await row<LivesOn>(
    tx,
    sql`${madeWith(tx, tokenId)}
        select array(select e.id from webhook_endpoints e join made on made.id = e.maker_token_id
                      where e.organization_id = ${tx.organizationId} and e.status <> 'disabled'
                      order by e.created_at desc, e.id limit ${shownMax}) as webhook_endpoint_ids,
               array(select c.id from channel_connections c join made on made.id = c.maker_token_id
                      where c.organization_id = ${tx.organizationId} and c.status <> 'disabled'
                      order by c.created_at desc, c.id limit ${shownMax}) as connection_ids`,
  );
  return found!;
}

const shownMax = 200;
