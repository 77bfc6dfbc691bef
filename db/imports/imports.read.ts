/** Reads of imports. */
import type { ValidationProblem } from '../../domain/refusals.ts';
import type { TenantTransaction } from '../database.ts';
import { readPage, type PageQuery } from '../page.ts';

export interface ImportDetail {
  id: string;
  kind: 'items' | 'locations' | 'stock';
  dry_run: boolean;
  skip_bad_lines: boolean;
  state: 'checking' | 'applying' | 'checked' | 'rejected' | 'completed';
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

const columns = [
  'id',
  'kind',
  'dry_run',
  'skip_bad_lines',
  'state',
  'lines_total',
  'lines_checked',
  'lines_applied',
  'lines_bad',
  'created_count',
  'updated_count',
  'created_by',
  'created_at',
  'finished_at',
];

export function listImports(
  tx: TenantTransaction,
  organizationId: string,
  page: PageQuery,
): Promise<{ rows: ImportDetail[]; total: number }> {
  const newestFirst = [
    { column: 'created_at', order: 'desc' as const },
    { column: 'id', order: 'desc' as const },
  ];
  return readPage<ImportDetail>(
    tx('imports').where({ organization_id: organizationId }),
    columns,
    newestFirst,
    page,
  );
}

export function findImport(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<ImportDetail | undefined> {
  return tx('imports').where({ organization_id: organizationId, id }).first(columns) as Promise<
    ImportDetail | undefined
  >;
}

/** The bad lines of an import, by line. */
export function listImportErrors(
  tx: TenantTransaction,
  organizationId: string,
  importId: string,
  page: PageQuery,
): Promise<{ rows: { line: number; problems: ValidationProblem[] }[]; total: number }> {
  const bad = tx('import_lines')
    .where({ organization_id: organizationId, import_id: importId })
    .whereNotNull('problems');
  return readPage(bad, ['line_no as line', 'problems'], [{ column: 'line_no' }], page);
}
