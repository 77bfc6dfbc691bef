/** Writes of imports. */
import { newId } from '../../domain/new-id.ts';
import type { ValidationProblem } from '../../domain/refusal.ts';
import type { ImportKind } from '../../domain/imports/import-kinds.ts';
import type { ImportState } from '../../domain/imports/import-states.ts';
import type { LineSlice } from '../../domain/imports/line-slices.ts';
import { execute, row, type TenantTransaction } from '../database.ts';
import { sql, values } from '../sql-text.ts';

export interface ImportRow {
  id: string;
  kind: ImportKind;
  dry_run: boolean;
  skip_bad_lines: boolean;
  state: ImportState;
  merchant_id: string | null;
  lines_total: number;
  lines_checked: number;
  lines_bad: number;
}

export interface NewImport {
  kind: ImportKind;
  dry_run: boolean;
  skip_bad_lines: boolean;
  merchant_id: string | null;
  created_by: string;
}

/** Stores an import with its lines, including those that could not be read, slice by slice. Returns its id. */
export async function insertImport(
  tx: TenantTransaction,
  wanted: NewImport,
  lines: { count: number; bad: number; slices(): AsyncIterable<LineSlice> },
): Promise<string> {
  const id = newId();
  const { count: lines_total, bad: lines_bad } = lines;
  const counted = { ...wanted, lines_total, lines_bad };
  await execute(
    tx,
    sql`insert into imports ${values({ ...counted, organization_id: tx.organizationId, id, state: 'checking' })}`,
  );
  for await (const { problems, bad_count: _counted, ...slice } of lines.slices()) {
    await execute(
      tx,
      sql`insert into import_slices ${values({ ...slice, organization_id: tx.organizationId, import_id: id })}`,
    );
    if (problems) await insertProblems(tx, id, problems);
  }
  return id;
}

export function lockImport(tx: TenantTransaction, id: string): Promise<ImportRow | undefined> {
  return row<ImportRow>(
    tx,
    sql`select id, kind, dry_run, skip_bad_lines, state, merchant_id, lines_total, lines_checked, lines_bad
         from imports
      where organization_id = ${tx.organizationId} and id = ${id} for update`,
  );
}

/** A line that could be read. */
export interface ImportLine {
  line_no: number;
  fields: Record<string, unknown>;
}

export interface ImportSlice {
  last_line: number;
  line_count: number;
  lines: ImportLine[];
  /** Numbers of the lines that have turned out to be bad since. */
  bad_lines: number[];
  is_last: boolean;
}

/** The first slice after a line; undefined if there is none. */
export function nextImportSlice(
  tx: TenantTransaction,
  importId: string,
  afterLine: number,
): Promise<ImportSlice | undefined> {
  return row<ImportSlice>(
    tx,
    sql`select s.last_line, s.line_count, s.lines,
            array(select p.line_no from import_problems p
                   where p.organization_id = s.organization_id and p.import_id = s.import_id
                     and p.line_no between s.first_line and s.last_line) as bad_lines,
            not exists (select 1 from import_slices o
                   where o.organization_id = s.organization_id and o.import_id = s.import_id
                     and o.first_line > s.last_line) as is_last
       from import_slices s
      where s.organization_id = ${tx.organizationId} and s.import_id = ${importId} and s.first_line > ${afterLine}
      order by s.first_line limit 1`,
  );
}

/** Records what is wrong with lines that could be read. */
export async function recordProblems(
  tx: TenantTransaction,
  importId: string,
  found: readonly { line_no: number; problems: ValidationProblem[] }[],
): Promise<void> {
  if (found.length > 0) await insertProblems(tx, importId, JSON.stringify(found));
}

async function insertProblems(tx: TenantTransaction, importId: string, problems: string): Promise<void> {
  await execute(
    tx,
    sql`insert into import_problems (organization_id, import_id, line_no, problems)
     select ${tx.organizationId}::uuid, ${importId}::uuid, line_no, problems
       from jsonb_to_recordset(${problems}::jsonb) as f (line_no integer, problems jsonb)`,
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
  id: string,
  { state, checked = 0, applied = 0, bad, created = 0, updated = 0, isFinished }: ImportProgress,
): Promise<void> {
  await execute(
    tx,
    sql`update imports
        set state = ${state}, reason = null, lines_checked = lines_checked + ${checked}, lines_applied = lines_applied + ${applied}, lines_bad = lines_bad + ${bad},
            created_count = created_count + ${created}, updated_count = updated_count + ${updated},
            finished_at = case when ${isFinished}::boolean then now() end
      where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

/** It is given up where it is: what its chunks have applied stays. The caller holds it locked. */
export async function failImport(
  tx: TenantTransaction,
  id: string,
  state: ImportState,
  reason: string,
): Promise<void> {
  await execute(
    tx,
    sql`update imports set state = ${state}, reason = ${reason}, finished_at = now()
      where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}
