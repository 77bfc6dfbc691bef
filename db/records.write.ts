/**
 * Writes master data. The database enforces uniqueness and references; a violation becomes DUPLICATE or
 * UNKNOWN_REFERENCE.
 */
import { newId } from '../domain/new-id.ts';
import { execute, type TenantTransaction } from './database.ts';
import { assignments, columnList, joined, name, sql, values } from './sql-text.ts';

export async function insertRecord(tx: TenantTransaction, table: string, fields: object): Promise<string> {
  const id = newId();
  await execute(
    tx,
    sql`insert into ${name(table)} ${values({ ...fields, id, organization_id: tx.organizationId })}`,
  );
  return id;
}

/** Updates a record, and thereby locks it until the transaction ends. False when it does not exist. */
export async function updateRecord(
  tx: TenantTransaction,
  table: string,
  id: string,
  changes: object,
): Promise<boolean> {
  const changed = await execute(
    tx,
    sql`update ${name(table)} set ${assignments({ ...changes, updated_at: sql`now()` })}
         where organization_id = ${tx.organizationId} and id = ${id}`,
  );
  return changed === 1;
}

/** Inserts many records in a few statements, one per set of given fields. Returns their ids in the order given. */
export async function insertRecords(
  tx: TenantTransaction,
  table: string,
  records: readonly object[],
): Promise<string[]> {
  const made = records.map((fields) => ({ ...fields, id: newId(), organization_id: tx.organizationId }));
  for (const [columns, alike] of byColumns(made)) {
    const list = columnList(columns);
    await execute(
      tx,
      sql`insert into ${name(table)} (${list}) select ${list}
         from jsonb_populate_recordset(null::${name(table)}, ${JSON.stringify(alike)}::jsonb)`,
    );
  }
  return made.map(({ id }) => id);
}

/** Updates many records, each with the fields given beside its id. They are locked in key order first. */
export async function updateRecords(
  tx: TenantTransaction,
  table: string,
  records: readonly { id: string }[],
): Promise<void> {
  if (records.length === 0) return;
  await execute(
    tx,
    sql`select id from ${name(table)}
      where organization_id = ${tx.organizationId} and id = any (${records.map(({ id }) => id)}::uuid[])
      order by id for no key update`,
  );
  for (const [columns, alike] of byColumns(records)) {
    const changes = columns
      .filter((column) => column !== 'id')
      .map((column) => sql`${columnList([column])} = e.${columnList([column])}`);
    await execute(
      tx,
      sql`update ${name(table)} r set ${joined([...changes, sql`updated_at = now()`], ', ')}
         from jsonb_populate_recordset(null::${name(table)}, ${JSON.stringify(alike)}::jsonb) e
        where r.organization_id = ${tx.organizationId} and r.id = e.id`,
    );
  }
}

/** Groups records by the fields they give: an omitted field keeps its value, or gets its default. */
function byColumns<R extends object>(records: readonly R[]): [columns: string[], alike: R[]][] {
  const groups = new Map<string, [string[], R[]]>();
  for (const record of records) {
    const columns = Object.entries(record).flatMap(([column, value]) =>
      value === undefined ? [] : [column],
    );
    const key = columns.toSorted().join();
    const group = groups.get(key);
    if (group) group[1].push(record);
    else groups.set(key, [columns, [record]]);
  }
  return [...groups.values()];
}
