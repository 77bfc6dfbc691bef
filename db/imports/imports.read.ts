/** Reads of imports. */
import type { ImportKind } from '../../domain/imports/import-kinds.ts';
import type { ImportState } from '../../domain/imports/import-states.ts';
import type { ValidationProblem } from '../../domain/refusal.ts';
import { row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';

export interface ImportDetail {
  id: string;
  kind: ImportKind;
  dry_run: boolean;
  skip_bad_lines: boolean;
  state: ImportState;
  reason: string | null;
  lines_total: number;
  lines_checked: number;
  lines_applied: number;
  lines_bad: number;
  created_count: number;
  updated_count: number;
  created_by: string;
  created_at: Date;
  finished_at: Date | null;
}

const columns = sql`i.id, i.kind, i.dry_run, i.skip_bad_lines, i.state, i.reason, i.lines_total, i.lines_checked,
  i.lines_applied, i.lines_bad, i.created_count, i.updated_count, i.created_by, i.created_at, i.finished_at`;

export function listImports(
  tx: TenantTransaction,
  { kinds, ...page }: PageQuery & { kinds: readonly ImportKind[] },
): Promise<PageOf<ImportDetail>> {
  const where = sql`i.organization_id = ${tx.organizationId} and i.kind = any (${[...kinds]}::text[])`;
  const order = ['-i.created_at', '-i.id'];
  return readPage(tx, { columns, from: sql`imports i`, where, order }, page);
}

export function findImport(tx: TenantTransaction, id: string): Promise<ImportDetail | undefined> {
  return row<ImportDetail>(
    tx,
    sql`select ${columns} from imports i where i.organization_id = ${tx.organizationId} and i.id = ${id}`,
  );
}

/** The bad lines of an import, by line. */
export function listImportErrors(
  tx: TenantTransaction,
  importId: string,
  page: PageQuery,
): Promise<PageOf<{ line: number; problems: ValidationProblem[] }>> {
  const bad = {
    columns: sql`line_no as line, problems`,
    from: sql`import_problems`,
    where: sql`organization_id = ${tx.organizationId} and import_id = ${importId}`,
    order: ['line_no'],
  };
  return readPage(tx, bad, page);
}
