/** Reads of master data: one way to list and find records of any kind. */
import type { Knex } from 'knex';
import { unknownReference } from '../domain/refusals.ts';
import type { TenantTransaction } from './database.ts';
import { containsPattern, readPage, type PageQuery } from './page.ts';

export interface RecordSource {
  /** A table, or a parenthesized select of ours; its rows carry organization_id, id and is_active. */
  from: string;
  columns: readonly string[];
  /** Columns `q` looks into; the first orders the list. */
  searched: readonly string[];
  /** Filters that are more than equality with a column of that name: SQL of ours with one `?`. */
  conditions?: Readonly<Record<string, string>>;
}

type Row = Record<string, unknown>;

function records(tx: TenantTransaction, organizationId: string, source: RecordSource): Knex.QueryBuilder {
  const query: Knex.QueryBuilder = tx.queryBuilder();
  void query.from(tx.raw(`${source.from} as records`) as never);
  return query.where('records.organization_id', organizationId);
}

export function findRecord(
  tx: TenantTransaction,
  organizationId: string,
  source: RecordSource,
  id: string,
): Promise<Row | undefined> {
  return records(tx, organizationId, source)
    .where('records.id', id)
    .first([...source.columns]) as Promise<Row | undefined>;
}

export function listRecords(
  tx: TenantTransaction,
  organizationId: string,
  source: RecordSource,
  { page, page_size, q, ...filters }: PageQuery & { q?: string } & Row,
): Promise<{ rows: Row[]; total: number }> {
  const base = records(tx, organizationId, source);
  for (const [name, value] of Object.entries(filters)) {
    if (value === undefined) continue;
    const condition = source.conditions?.[name];
    if (condition) base.whereRaw(condition, [value as string]);
    else base.where(`records.${name}`, value as string);
  }
  if (q) {
    base.where((either) => {
      for (const column of source.searched) either.orWhereILike(`records.${column}`, containsPattern(q));
    });
  }
  const order = [{ column: `records.${source.searched[0]!}` }, { column: 'records.id' }];
  return readPage<Row>(base, source.columns, order, { page, page_size });
}

/** What a field names: `fields.dock_location_id` a dock location. */
export function nounOf(path: string): string {
  return path.split('.').at(-1)!.replace(/_id$/, '').replaceAll('_', ' ');
}

/** Refuses 400 UNKNOWN_REFERENCE unless the id is a record of the organization in that table (a name of ours). */
export async function assertReference(
  tx: TenantTransaction,
  organizationId: string,
  table: string,
  id: string,
  path: string,
): Promise<void> {
  const found = (await tx(table).where({ organization_id: organizationId, id }).first('id')) as
    Row | undefined;
  if (!found) throw unknownReference(path, nounOf(path));
}
