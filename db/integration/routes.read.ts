/** Routes an inbound webhook: the store's connection, and the secret of the organization's published flow. */
import type { RoutedBy } from '../../domain/integration/arrived-webhook.ts';
import { rows, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface WebhookRoute {
  organization_id: string;
  connection_id: string;
  merchant_id: string;
  /** The published flow for the connector; null when the organization has none. */
  flow_id: string | null;
  webhook_secret_sealed: string | null;
  routed_by: Exclude<RoutedBy, 'gap_search'>;
}

// Several organizations may claim one store: the signature tells whose it is. More than this many suggest abuse.
const candidatesMax = 20;

/**
 * For each (normalized) domain, the connections to that store; when there are none, the connector's only connection in
 * the whole installation, if there is exactly one.
 */
export async function findWebhookRoutes(
  database: Database,
  connector: string,
  domains: readonly string[],
): Promise<Map<string, WebhookRoute[]>> {
  const found = await rows<Omit<WebhookRoute, 'routed_by'> & { domain: string }>(
    database.system,
    sql`select d.domain, r.* from unnest(${domains}::text[]) d (domain)
         cross join lateral (
           select ${routeColumns} from ${routeFrom}
            where c.connector = ${connector} and c.status <> 'disabled' and c.store_domain = d.domain
            order by c.created_at, c.id limit ${candidatesMax}) r`,
  );
  const routes = new Map<string, WebhookRoute[]>(domains.map((domain) => [domain, []]));
  for (const { domain, ...route } of found) routes.get(domain)!.push({ ...route, routed_by: 'store_domain' });
  const unknown = domains.filter((domain) => routes.get(domain)!.length === 0);
  if (unknown.length === 0) return routes;
  const all = await rows<Omit<WebhookRoute, 'routed_by'>>(
    database.system,
    sql`select ${routeColumns} from ${routeFrom} where c.connector = ${connector} and c.status <> 'disabled' limit 2`,
  );
  if (all.length === 1)
    for (const domain of unknown) routes.set(domain, [{ ...all[0]!, routed_by: 'single_candidate' }]);
  return routes;
}

const routeColumns = sql`c.organization_id, c.id as connection_id, c.merchant_id, f.id as flow_id, v.webhook_secret_sealed`;
const routeFrom = sql`channel_connections c
  left join flows f on f.organization_id = c.organization_id and f.connector = c.connector and f.status = 'published'
  left join flow_versions v on v.organization_id = f.organization_id and v.flow_id = f.id and v.version = f.version`;
