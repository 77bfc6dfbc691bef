/** Which cell serves whom, as far as this one knows: itself, for what it has, and where else for what has left it. */
import type { Knex } from 'knex';
import { rows, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface Served {
  key: string;
  /** Null: this cell. */
  cell: string | null;
}

// One that is leaving works there next.
const servedBy = sql`case when o.state <> 'active' then o.cell end as cell`;

export function organizationsServed(database: Database): Promise<Served[]> {
  return rows(database.system, sql`select o.id as key, ${servedBy} from organizations o order by o.id`);
}

// Of stores that several organizations name, the one that is first (db/integration/routes.read.ts).
const firstOfStore = sql`
  select distinct on (c.store_domain) c.store_domain as key, c.organization_id
    from channel_connections c
   where c.store_domain is not null and c.status <> 'disabled'
   order by c.store_domain, c.store_proven_at is null, c.store_claimed_at, c.id`;

export function storesServed(database: Database): Promise<Served[]> {
  return rows(
    database.system,
    sql`select f.key, ${servedBy} from (${firstOfStore}) f join organizations o on o.id = f.organization_id order by f.key`,
  );
}

/** The domains of an organization's stores, as the owner sees them. */
export async function storesOf(owner: Knex, organizationId: string): Promise<string[]> {
  const found = await rows<{ key: string }>(
    owner,
    sql`select f.key from (${firstOfStore}) f where f.organization_id = ${organizationId} order by f.key`,
  );
  return found.map(({ key }) => key);
}
