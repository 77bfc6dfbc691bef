/**
 * Whom this cell serves. What has left it is its new cell's to name, and what has stopped here and not arrived there is
 * nobody's: in the tables of all cells together a key stands once.
 */
import type { Knex } from 'knex';
import { rows, type Database } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';

// While it is moving its cell is set once it has stopped here for good.
const isServed = sql`o.state <> 'moved' and o.cell is null`;

export async function organizationsServed(database: Database): Promise<string[]> {
  const found = await rows<{ id: string }>(
    database.system,
    sql`select o.id from organizations o where ${isServed} order by o.id`,
  );
  return found.map(({ id }) => id);
}

// Of stores that several organizations name, the one that is first (db/integration/routes.read.ts).
const firstOfStore = (isWanted: SqlText): SqlText => sql`
  select distinct on (c.store_domain) c.store_domain as key, c.organization_id
    from channel_connections c join organizations o on o.id = c.organization_id
   where c.store_domain is not null and c.status <> 'disabled' and ${isWanted}
   order by c.store_domain, c.store_proven_at is null, c.store_claimed_at, c.id`;

/** The domains of stores. One that organizations of several cells name stands in each cell's table. */
export async function storesServed(database: Database): Promise<string[]> {
  const found = await rows<{ key: string }>(database.system, firstOfStore(isServed));
  return found.map(({ key }) => key);
}

/** The domains of an organization's stores, as the owner sees them. */
export async function storesOf(owner: Knex, organizationId: string): Promise<string[]> {
  const found = await rows<{ key: string }>(
    owner,
    sql`select f.key from (${firstOfStore(sql`true`)}) f where f.organization_id = ${organizationId} order by f.key`,
  );
  return found.map(({ key }) => key);
}
