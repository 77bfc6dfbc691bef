/**
 * Knex's Postgres client with named prepared statements: planning a row-level-security query anew costs more than
 * running it. The name is a digest of the text, so one text is planned once per connection.
 */
import { createHash } from 'node:crypto';
import PostgresClient from 'knex/lib/dialects/postgres/index.js';

interface KnexQuery {
  sql: string;
  options?: Record<string, unknown>;
}

// Texts that vary (lists of differing length) must not fill a server's memory: past this many they go unnamed.
const namedTextsMax = 1_000;
const names = new Map<string, string>();

function nameOf(sql: string): string | undefined {
  const known = names.get(sql);
  if (known) return known;
  if (names.size >= namedTextsMax || !/^\s*(select|insert|update|delete|with)\b/i.test(sql)) return undefined;
  const name = createHash('sha1').update(sql).digest('base64url');
  names.set(sql, name);
  return name;
}

export class PreparedPostgresClient extends PostgresClient {
  override _query(connection: unknown, query: KnexQuery): Promise<unknown> {
    const name = nameOf(query.sql);
    if (name) query.options = { ...query.options, name };
    return super._query(connection, query);
  }
}
