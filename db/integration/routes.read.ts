/** Where an inbound webhook goes: the store's connection, and the secret of the organization's published flow. */
import { rows, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface WebhookRoute {
  organization_id: string;
  connection_id: string;
  merchant_id: string;
  /** The published flow for the connector; null where the organization has none. */
  flow_id: string | null;
  webhook_secret_sealed: string | null;
  routed_by: 'store_domain' | 'single_candidate';
}

// Several organizations may claim one store: the signature tells whose it is. More than these are a sign of mischief.
const candidatesMax = 20;

/**
 * Connections whose store has this domain (normalised); where none has, the one connection of the connector there is in
 * the whole installation, if there is exactly one.
 */
export async function findWebhookRoutes(
  database: Database,
  connector: string,
  domain: string,
): Promise<WebhookRoute[]> {
  const matching = await routes(database, connector, domain, candidatesMax);
  if (matching.length > 0) return matching.map((route) => ({ ...route, routed_by: 'store_domain' }));
  const all = await routes(database, connector, null, 2);
  return all.length === 1 ? [{ ...all[0]!, routed_by: 'single_candidate' }] : [];
}

function routes(
  database: Database,
  connector: string,
  domain: string | null,
  limit: number,
): Promise<Omit<WebhookRoute, 'routed_by'>[]> {
  return rows(
    database.system,
    sql`select c.organization_id, c.id as connection_id, c.merchant_id, f.id as flow_id, v.webhook_secret_sealed
          from channel_connections c
          left join flows f on f.organization_id = c.organization_id and f.connector = c.connector
           and f.status = 'published'
          left join flow_versions v on v.organization_id = f.organization_id and v.flow_id = f.id
           and v.version = f.version
         where c.connector = ${connector} and c.status <> 'disabled'
           and (${domain}::text is null or c.store_domain = ${domain}::text)
         order by c.created_at, c.id limit ${limit}`,
  );
}
