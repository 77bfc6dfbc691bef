/** Revokes a token with everything made with it, at any remove: tokens, enrollment keys and the hubs those enrolled. */
import { execute, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { madeWith } from '../tenancy/lives-on.read.ts';
import { endTokens } from '../tenancy/tokens.write.ts';
import { lockDefaults } from './devices.write.ts';

/** What ended, by id. */
export interface Ended {
  tokens: string[];
  enrollment_keys: string[];
  hubs: string[];
}

/**
 * The keys come before the hubs: an enrollment keeps its key locked, so a hub is enrolled before its key ends and found
 * here, or not at all. Waiting labels of the hubs' printers have to be dispatched again.
 */
export async function endMadeWith(tx: TenantTransaction, tokenId: string): Promise<Ended> {
  const tokens = await endTokens(tx, tokenId);
  const keys = await rows<{ id: string }>(
    tx,
    sql`update hub_enrollment_keys set revoked_at = now()
      where organization_id = ${tx.organizationId} and maker_token_id = any (${tokens}::uuid[]) and revoked_at is null
      returning id`,
  );
  await lockDefaults(tx);
  const hubs = await rows<{ id: string }>(
    tx,
    sql`with enrolled as (
        select h.id from hubs h
          join hub_enrollment_keys k on k.organization_id = h.organization_id and k.id = h.enrollment_key_id
         where h.organization_id = ${tx.organizationId} and k.maker_token_id = any (${tokens}::uuid[])
           and h.revoked_at is null
         order by h.id for no key update of h)
      select id from enrolled`,
  );
  const ended = {
    tokens,
    enrollment_keys: keys.map(({ id }) => id),
    hubs: hubs.map(({ id }) => id),
  };
  await endHubs(tx, ended.hubs);
  return ended;
}

/** Why an endpoint that was set up with a token is disabled with it. */
export const tokenRevoked = 'The access token it was set up with was revoked.';

/** Disables what was set up with a locked token, or with one made with it, and is on; returns the endpoints' ids. */
export async function endLivesOn(tx: TenantTransaction, tokenId: string): Promise<string[]> {
  const endpoints = await rows<{ id: string }>(
    tx,
    sql`${madeWith(tx, tokenId)}
        update webhook_endpoints e set status = 'disabled', disabled_reason = ${tokenRevoked}, updated_at = now() from made
         where e.organization_id = ${tx.organizationId} and e.maker_token_id = made.id and e.status <> 'disabled'
        returning e.id`,
  );
  await execute(
    tx,
    sql`${madeWith(tx, tokenId)}
        update channel_connections c set status = 'disabled', compared_at = null, updated_at = now() from made
         where c.organization_id = ${tx.organizationId} and c.maker_token_id = made.id and c.status <> 'disabled'`,
  );
  return endpoints.map(({ id }) => id);
}

/** Revokes locked hubs and removes their printers from the list. */
export async function endHubs(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  await execute(
    tx,
    sql`update hubs set revoked_at = now() where organization_id = ${tx.organizationId} and id = any (${ids}::uuid[])`,
  );
  await execute(
    tx,
    sql`update print_devices set removed_at = now(), is_default_label_printer = false, is_hub_default = false, updated_at = now()
      where organization_id = ${tx.organizationId} and hub_id = any (${ids}::uuid[]) and removed_at is null`,
  );
}
