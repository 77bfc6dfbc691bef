/** Which cell serves whom, as far as this one knows: itself, for what it has, and where else for what has left it. */
import { rows, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface Served {
  key: string;
  /** Null: this cell. */
  cell: string | null;
}

const servedBy = sql`case when o.state = 'moved' then o.cell end as cell`;

export function organizationsServed(database: Database): Promise<Served[]> {
  return rows(database.system, sql`select o.id as key, ${servedBy} from organizations o order by o.id`);
}

/** Of stores that several organizations name, the one that is first (db/integration/routes.read.ts). */
export function storesServed(database: Database): Promise<Served[]> {
  return rows(
    database.system,
    sql`select distinct on (c.store_domain) c.store_domain as key, ${servedBy}
          from channel_connections c join organizations o on o.id = c.organization_id
         where c.store_domain is not null and c.status <> 'disabled'
         order by c.store_domain, c.store_proven_at is null, c.store_claimed_at, c.id`,
  );
}
