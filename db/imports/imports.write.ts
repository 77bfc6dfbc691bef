/** Writes of imports. */
import { v7 as uuidv7 } from 'uuid';
import type { ValidationProblem } from '../../domain/refusals.ts';
import type { ImportState } from '../../domain/imports/import-states.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { sql, values } from '../sql-text.ts';

export interface ImportRow {
  id: string;
  kind: 'items' | 'locations' | 'stock';
  dry_run: boolean;
  skip_bad_lines: boolean;
  state: ImportState;
  merchant_id: string | null;
  lines_bad: number;
}

export interface NewImport {
  kind: ImportRow['kind'];
  dry_run: boolean;
  skip_bad_lines: boolean;
  merchant_id: string | null;
  created_by: string;
}

/** Stores an import with its lines, those that could not even be read among them, text by text. Answers its id. */
export async function insertImport(
  tx: TenantTransaction,
  organizationId: string,
  wanted: NewImport,
  lines: { count: number; texts(): AsyncIterable<string> },
): Promise<string> {
  const id = uuidv7();
  await execute(
    tx,
    sql`insert into imports ${values({
      ...wanted,
      organization_id: organizationId,
      id,
      state: 'checking',
      lines_total: lines.count,
    })}`,
  );
  for await (const text of lines.texts()) {
    await execute(
      tx,
      sql`insert into import_lines (organization_id, import_id, line_no, fields, problems)
       select ${organizationId}::uuid, ${id}::uuid, line, fields, nullif(problems, '[]'::jsonb)
         from jsonb_to_recordset(${text}::jsonb) as l (line integer, fields jsonb, problems jsonb)`,
    );
  }
  await execute(
    tx,
    sql`update imports set lines_bad = (select count(*) from import_lines
           where organization_id = ${organizationId} and import_id = ${id} and problems is not null)
         where organization_id = ${organizationId} and id = ${id}`,
  );
  return id;
}

export function lockImport(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<ImportRow | undefined> {
  return row<ImportRow>(
    tx,
    sql`select id, kind, dry_run, skip_bad_lines, state, merchant_id, lines_bad from imports
      where organization_id = ${organizationId} and id = ${id} for update`,
  );
}

export interface ImportLineRow {
  line_no: number;
  fields: Record<string, unknown>;
  problems: ValidationProblem[] | null;
}

export function nextImportLines(
  tx: TenantTransaction,
  organizationId: string,
  importId: string,
  afterLine: number,
  limit: number,
): Promise<ImportLineRow[]> {
  return rows<ImportLineRow>(
    tx,
    sql`select line_no, fields, problems from import_lines
      where organization_id = ${organizationId} and import_id = ${importId} and line_no > ${afterLine} order by line_no limit ${limit}`,
  );
}

export async function setLineProblems(
  tx: TenantTransaction,
  organizationId: string,
  importId: string,
  found: readonly { line_no: number; problems: ValidationProblem[] }[],
): Promise<void> {
  if (found.length === 0) return;
  await execute(
    tx,
    sql`update import_lines l set problems = f.problems
       from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f (line_no integer, problems jsonb)
      where l.organization_id = ${organizationId} and l.import_id = ${importId} and l.line_no = f.line_no`,
  );
}

export interface ImportProgress {
  state: ImportRow['state'];
  checked?: number;
  applied?: number;
  bad: number;
  created?: number;
  updated?: number;
  isFinished: boolean;
}

export async function advanceImport(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
  { state, checked = 0, applied = 0, bad, created = 0, updated = 0, isFinished }: ImportProgress,
): Promise<void> {
  await execute(
    tx,
    sql`update imports
        set state = ${state}, lines_checked = lines_checked + ${checked}, lines_applied = lines_applied + ${applied}, lines_bad = lines_bad + ${bad},
            created_count = created_count + ${created}, updated_count = updated_count + ${updated},
            finished_at = case when ${isFinished}::boolean then now() end
      where organization_id = ${organizationId} and id = ${id}`,
  );
}
