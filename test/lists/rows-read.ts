/**
 * What a read of the API costs in rows: an endpoint is run as the API runs it, its statements are noted and explained, and
 * the rows it looked at in the tables that grow are counted.
 */
import type { Knex } from 'knex';
import type { Call, QueryEndpoint } from '../../api/http/endpoint.ts';
import { validate } from '../../api/http/validate.ts';
import { inTenant, type TenantTransaction } from '../../db/database.ts';
import { permissions, type Permission } from '../../domain/permissions.ts';
import type { OwnPlatform } from '../helpers/platform.ts';
import { bigTables } from '../helpers/plenty.ts';

// A count stops at 10,000; beyond it and a page nothing needs to be read.
export const rowsReadMax = 11_000;

export interface Statement {
  sql: string;
  bindings: readonly unknown[];
}

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
}

/**
 * Runs an endpoint as the API does; answers its rows, every statement it sent, and how many rows of the big tables, or of
 * those given, were looked at, those within functions among them.
 */
export async function run(
  platform: OwnPlatform,
  endpoint: QueryEndpoint,
  params: Record<string, string>,
  asked: Record<string, string>,
  tables: readonly string[] = bigTables,
): Promise<{ data: any; statements: Statement[]; looked: number }> {
  const { database, standard } = platform;
  const query = endpoint.query
    ? validate<Record<string, unknown>>(endpoint.query, asked, { convert: true })
    : {};
  const statements: Statement[] = [];
  const listen = ({ sql, bindings }: Statement): void => void statements.push({ sql, bindings });
  let looked = 0;
  const granted = Object.keys(permissions) as Permission[];
  const data = await inTenant(
    database,
    { organizationId: standard.id },
    async (tx) => {
      const before = await rowsLookedAt(tx, tables);
      tx.on('query', listen);
      const answer = await endpoint.run({
        tx,
        params,
        query,
        organizationId: standard.id,
        principal: principal(standard.id, granted),
      } as unknown as Call);
      tx.off('query', listen);
      looked = (await rowsLookedAt(tx, tables)) - before;
      return answer;
    },
    { readOnly: true },
  );
  return { data, statements, looked };
}

/** Of these tables, by this connection so far. */
export async function rowsLookedAt(
  tx: TenantTransaction,
  tables: readonly string[] = bigTables,
): Promise<number> {
  const { rows } = await tx.raw<{ rows: { looked: number }[] }>(
    `select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::integer as looked
       from pg_stat_xact_user_tables where relname = any (?::text[])`,
    [[...tables]],
  );
  return rows[0]!.looked;
}

function principal(id: string, granted: Permission[]): object {
  return {
    token_id: id,
    organization_id: id,
    member_id: null,
    merchant_id: null,
    name: 'reader',
    permissions: granted,
  };
}

/** The tables of which a statement reads more rows than a bounded count would, whichever way it goes through them. */
async function readWhole(tx: TenantTransaction, { sql, bindings }: Statement): Promise<string[]> {
  const { rows } = await tx.raw<{ rows: { 'QUERY PLAN': [{ Plan: Node }] }[] }>(
    `explain (analyze, timing off, format json) ${sql.replaceAll('?', '\\?').replaceAll(/\$\d+/g, '?')}`,
    inOrder(sql, bindings) as Knex.RawBinding[],
  );
  const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)];
  return nodes(rows[0]!['QUERY PLAN'][0].Plan)
    .filter((node) => rowsOf(node) > rowsReadMax)
    .map((node) => `${rowsOf(node)} rows of ${node['Relation Name']} by ${node['Node Type']}`);
}

/** How many rows a node took from its table, returned or discarded. */
function rowsOf(node: Node): number {
  if (!(bigTables as readonly (string | undefined)[]).includes(node['Relation Name'])) return 0;
  const [filtered = 0, rechecked = 0] = [
    node['Rows Removed by Filter'],
    node['Rows Removed by Index Recheck'],
  ];
  return Math.round((node['Actual Rows'] + filtered + rechecked) * node['Actual Loops']);
}

/** Bindings in the order the text names them. */
function inOrder(sql: string, bindings: readonly unknown[]): unknown[] {
  return [...sql.matchAll(/\$(\d+)/g)].map(([, number]) => bindings[Number(number) - 1]);
}

/** What the statements read too much of, in words. */
export async function explained(
  { database, standard }: OwnPlatform,
  statements: readonly Statement[],
): Promise<string[]> {
  const found: string[] = [];
  const selects = statements.filter(
    ({ sql }) => /^\s*(select|with)\b/.test(sql) && !sql.includes('set_config('),
  );
  for (const statement of selects) {
    const tables = await inTenant(
      database,
      { organizationId: standard.id },
      (tx) => readWhole(tx, statement),
      { readOnly: true },
    );
    if (tables.length > 0)
      found.push(`${tables.join(', ')}: ${statement.sql.replaceAll(/\s+/g, ' ').slice(0, 300)}`);
  }
  return found;
}
