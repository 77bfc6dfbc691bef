/** Routes an inbound webhook: the store's connection, and the secret of the organization's published flow. */
import type { RoutedBy } from '../../domain/integration/arrived-webhook.ts';
import type { HeaderNames } from '../../domain/integration/header-names.ts';
import { quotasInForce } from '../../domain/tenancy/quotas.ts';
import { rows, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface WebhookRoute {
  organization_id: string;
  connection_id: string;
  merchant_id: string;
  /** Whose names its webhooks' headers may have, beside ours. */
  header_names: HeaderNames;
  /** The published flow for the connector; null when the organization has none. */
  flow_id: string | null;
  /** The store's own secret, else the flow's. */
  webhook_secret_sealed: string | null;
  secret_of: 'connection' | 'flow';
  /** The organization's quota of webhooks in each API process. */
  webhooks_per_second: number;
  /** How many of its commands may be open. */
  open_commands: number;
  routed_by: Exclude<RoutedBy, 'gap_search'>;
}

// Several organizations may name one store: the signature tells whose it is. More than this many suggest abuse.
const candidatesMax = 20;

/**
 * For each (normalized) domain, the connections to that store: those proven by the store itself first, of equals the one
 * that has named it longest; when it is
 * nobody's, and there is one cell, the connector's only connection in the whole installation, if there is exactly one. The store of a disabled
 * connection is somebody's: its orders are not for anybody else to read.
 */
export async function findWebhookRoutes(
  database: Database,
  connector: string,
  domains: readonly string[],
  isOnlyCell: boolean,
): Promise<Map<string, WebhookRoute[]>> {
  const found = await rows<RouteRow & { domain: string }>(
    database.system,
    sql`select d.domain, r.* from unnest(${domains}::text[]) d (domain)
         cross join lateral (
           select ${routeColumns} from ${routeFrom}
            where c.connector = ${connector} and c.status <> 'disabled' and c.store_domain = d.domain
            order by c.store_proven_at is null, c.store_claimed_at, c.id limit ${candidatesMax}) r`,
  );
  const routes = new Map<string, WebhookRoute[]>(domains.map((domain) => [domain, []]));
  for (const { domain, ...route } of found) routes.get(domain)!.push(routeOf(route, 'store_domain'));
  const missing = domains.filter((domain) => routes.get(domain)!.length === 0);
  if (missing.length === 0 || !isOnlyCell) return routes;
  const [nobodys, all] = await Promise.all([
    rows<{ domain: string }>(
      database.system,
      sql`select d.domain from unnest(${missing}::text[]) d (domain)
           where not exists (select 1 from channel_connections c
                              where c.connector = ${connector} and c.store_domain = d.domain)`,
    ),
    rows<RouteRow>(
      database.system,
      sql`select ${routeColumns} from ${routeFrom} where c.connector = ${connector} and c.status <> 'disabled' limit 2`,
    ),
  ]);
  const [only, ...others] = all;
  if (only && others.length === 0)
    for (const { domain } of nobodys) routes.set(domain, [routeOf(only, 'single_candidate')]);
  return routes;
}

type RouteRow = Omit<WebhookRoute, 'routed_by' | 'webhooks_per_second' | 'open_commands'> & {
  webhooks_per_second: number | null;
  open_commands: number | null;
};

function routeOf(row: RouteRow, routedBy: WebhookRoute['routed_by']): WebhookRoute {
  const { webhooks_per_second, open_commands } = quotasInForce(row);
  return { ...row, webhooks_per_second, open_commands, routed_by: routedBy };
}

const routeColumns = sql`c.organization_id, c.id as connection_id, c.merchant_id, c.header_names, f.id as flow_id,
  coalesce(c.webhook_secret_sealed, v.webhook_secret_sealed) as webhook_secret_sealed,
  case when c.webhook_secret_sealed is null then 'flow' else 'connection' end as secret_of,
  q.webhooks_per_second, q.open_commands`;
const routeFrom = sql`channel_connections c
  left join organization_quotas q on q.organization_id = c.organization_id
  left join flows f on f.organization_id = c.organization_id and f.connector = c.connector and f.status = 'published'
  left join flow_versions v on v.organization_id = f.organization_id and v.flow_id = f.id and v.version = f.version`;
