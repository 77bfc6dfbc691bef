/** CSV imports of items, locations and opening stock. */
import { importStatuses } from '../../../domain/imports/import-states.ts';
import { findImport, listImportErrors, listImports } from '../../../db/imports/imports.read.ts';
import type { Permission } from '../../../domain/tenancy/permissions.ts';
import {
  choice,
  described,
  flag,
  freeText,
  instant,
  integer,
  listOf,
  nullable,
  object,
  text,
  uuid,
} from '../../../queues/schema.ts';
import {
  importBody,
  importColumns,
  importCommands,
  importKinds,
  importTypes,
  type ImportKind,
} from '../../../queues/imports/imports.ts';
import { command, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId, existing, pageOf } from '../../http/reads.ts';
import { pagedQuery } from '../../http/query-fields.ts';
import { present, shownAs } from '../../http/present.ts';
import { takeImport } from './import-file.ts';
import { importOptions } from './read-import.ts';

const amount = () => integer({ min: 0, max: 1e9 });
const problemView = object({ path: freeText(200), code: text(), message: text(2000) });
const errorView = object({ line: amount(), problems: listOf(problemView) });

const importFields = {
  id: uuid(),
  kind: choice(...importKinds),
  dry_run: flag(),
  skip_bad_lines: flag(),
  state: described(
    choice(...importStatuses),
    'checked: the end of a dry run; rejected: bad lines, nothing was applied.',
  ),
  lines_total: amount(),
  lines_checked: amount(),
  lines_applied: amount(),
  lines_bad: amount(),
  created_count: amount(),
  updated_count: amount(),
  created_by: text(),
  created_at: instant(),
  finished_at: nullable(instant()),
};
const importView = object(importFields);
const detailView = object({
  ...importFields,
  errors: described(listOf(errorView), 'The first 200 bad lines; all under /errors.'),
});

async function detail({ tx, organizationId }: Call, { id }: { id: string }) {
  const found = existing('import', await findImport(tx, organizationId, id));
  const errors = await listImportErrors(tx, organizationId, id, { page: 1, page_size: 200 });
  return present(detailView, { ...found, errors: errors.rows });
}

// Opening stock adjusts the inventory, so it takes the same special permission.
const permissionOf: Record<ImportKind, Permission> = {
  items: 'wms.master_data.manage',
  locations: 'wms.master_data.manage',
  stock: 'wms.inventory_adjust',
};

const bodyBytesMax = 8 * 1024 * 1024 + 1024;

const starts = importKinds.map((kind) => {
  const { required, optional: others } = importColumns[kind];
  return command({
    method: 'POST',
    path: `/api/wms/imports/${kind}`,
    summary: `Import ${kind === 'stock' ? 'opening stock' : kind} from CSV`,
    description: [
      `Columns: ${Object.keys(required).join(', ')}; optional: ${Object.keys(others).join(', ')}.`,
      `The file comes as the body itself (${importTypes.join(', ')}; dry_run and skip_bad_lines are then in the query), as the file csv of a form, or as a text in JSON. Its cells stand between commas, semicolons or tabs, as its header has them; without commas between the cells, numbers may have a decimal comma. UTF-8 with or without a byte order mark, UTF-16 with one, or the charset that Content-Type names.`,
      'Every line is checked first; one bad line and nothing is applied, unless skip_bad_lines. Follow the progress under /api/wms/imports/{id}.',
    ].join('\n\n'),
    permission: permissionOf[kind],
    command: importCommands.startImport,
    takes: 'imports',
    body: importBody,
    formFiles: ['csv'],
    fileTypes: importTypes,
    query: importOptions,
    takeBody: (sent) => takeImport(kind, sent),
    input: (_call, { csv: digest, ...body }) => ({ ...body, kind, csv_sha256: digest }),
    respondWith: detail,
    returns: detailView,
    status: 201,
    bodyBytesMax,
  });
});

export const importEndpoints: readonly Endpoint[] = [
  ...starts,
  list({
    path: '/api/wms/imports',
    summary: 'Imports, newest first',
    permission: 'wms.master_data.view',
    query: pagedQuery({}),
    returns: importView,
    run: pageOf(listImports, shownAs(importView)),
  }),
  query({
    path: '/api/wms/imports/{id}',
    summary: 'An import, how far it is and its bad lines',
    permission: 'wms.master_data.view',
    returns: detailView,
    run: byId(detail),
  }),
  list({
    path: '/api/wms/imports/{id}/errors',
    summary: 'The bad lines of an import',
    permission: 'wms.master_data.view',
    query: pagedQuery({}),
    returns: errorView,
    run: async ({ tx, organizationId, params, query: page }) => {
      existing('import', await findImport(tx, organizationId, params['id']!));
      return listImportErrors(tx, organizationId, params['id']!, page);
    },
  }),
];
