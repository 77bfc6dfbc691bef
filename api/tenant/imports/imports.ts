/** Imports of items, their packagings, locations, opening stock, pick faces and carriers' invoices from files. */
import { importStatuses } from '../../../domain/imports/import-states.ts';
import {
  findImport,
  listImportErrors,
  listImports,
  type ImportDetail,
} from '../../../db/imports/imports.read.ts';
import { usualMerchant } from '../../../db/tenancy/merchants.read.ts';
import { importKinds, type ImportKind } from '../../../domain/imports/import-kinds.ts';
import type { Permission } from '../../../domain/permissions.ts';
import * as s from '../../../queues/schema.ts';
import {
  importBody,
  importColumns,
  importCommands,
  importTypes,
  x12Type,
} from '../../../queues/imports/imports.ts';
import { create, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { existing, shownPage } from '../../http/reads.ts';
import { pagedQuery } from '../../http/query-fields.ts';
import { present, shownAs } from '../../http/present.ts';
import { takeImport } from './import-file.ts';
import { importOptions, x12Options } from './read-import.ts';

const amount = () => s.integer({ min: 0, max: 1e9 });
const problemView = s.object({ path: s.freeText(200), code: s.text(), message: s.text(2000) });
const errorView = s.object({ line: amount(), problems: s.listOf(problemView) });

const importFields = {
  id: s.uuid(),
  kind: s.choice(...importKinds),
  dry_run: s.flag(),
  skip_bad_lines: s.flag(),
  state: s.described(
    s.choice(...importStatuses),
    'checked: the end of a dry run; rejected: bad lines, nothing was applied; failed: given up for what was no fault of its lines. What it applied stays. Have its command run again, or import the file with skip_bad_lines; stock that was moved since is then posted again.',
  ),
  reason: s.nullable(s.freeText(1000), 'Why it failed.'),
  lines_total: amount(),
  lines_checked: amount(),
  lines_applied: amount(),
  lines_bad: amount(),
  created_count: amount(),
  updated_count: amount(),
  created_by: s.text(),
  created_at: s.instant(),
  finished_at: s.nullable(s.instant()),
};
const importView = s.object(importFields);
const detailView = s.object({
  ...importFields,
  errors: s.described(s.listOf(errorView), 'The first 200 bad lines; all under /errors.'),
});

async function detail({ tx }: Call, { id }: { id: string }) {
  const found = existing('import', await findImport(tx, id));
  const errors = await listImportErrors(tx, id, { page: 1, page_size: 200 });
  return present(detailView, { ...found, errors: errors.rows });
}

// Opening stock adjusts the inventory, so it takes the same special permission.
const permissionOf: Record<ImportKind, Permission> = {
  items: 'wms.master_data.manage',
  packagings: 'wms.master_data.manage',
  locations: 'wms.master_data.manage',
  stock: 'wms.inventory_adjust',
  pick_faces: 'wms.moves.plan',
  carrier_invoices: 'tms.invoices',
};

const view = ['wms.master_data.view', 'tms.invoices'] as const;

/** What carriers ask is for who may see it; all else is master data. */
const kindsSeen = ({ principal }: Call): ImportKind[] =>
  importKinds.filter((kind) =>
    principal.permissions.includes(kind === 'carrier_invoices' ? 'tms.invoices' : 'wms.master_data.view'),
  );

/** Refuses 404 for one of a kind that the caller does not see. */
async function seen(call: Call, id: string): Promise<ImportDetail> {
  const found = existing('import', await findImport(call.tx, id));
  return existing('import', kindsSeen(call).includes(found.kind) ? found : undefined);
}

const importedAs: Record<ImportKind, string> = {
  items: 'items',
  packagings: 'packagings of items',
  locations: 'locations',
  stock: 'opening stock',
  pick_faces: 'pick faces',
  carrier_invoices: "carriers' invoices for labels",
};

const cellsOf: Partial<Record<ImportKind, string>> = {
  carrier_invoices:
    'A line of the file is a line of an invoice; those of one stand one below the other, say its number, day, currency and total alike, and add up to that with their tax. `account` is the name of your own account with the carrier, `carrier` the code of whose bill it becomes. An invoice is taken in as a whole or not at all.',
  packagings: 'The lines of an item stand one below the other.',
  items:
    'Other units: `CS=12|PAL=480`. Barcodes: `111|222=CS`, with the unit each stands for; one that names none keeps the one it has, and `222=` is of the base unit; so is the barcode `A=B` where it is written `A=B=`.',
};

const eventsOf =
  'What it makes and changes has no events of its own: `import.completed`, or `import.failed`, says that it is there.';

const bodyBytesMax = 8 * 1024 * 1024 + 1024;

const x12Words = `X12 comes as well, as the body itself (${x12Type}): transaction sets 210 in whole interchanges, with your \`account\` and the \`carrier\` in the query. A charge (L1) is a line, numbered by its segment: B302, B306 and B307 are the invoice's number, day and total, C301 its currency, N9 or L11 with 2I, 08 or CN the parcel's number, L108 the charge code (FRT where there is none; TAX, VAT, GST, HST, PST and QST are the tax of their LX), L004 and L4 weight and size. One LX for each parcel. Money without a point has two decimals. A file whose envelopes do not count what is in them is refused, as is a test interchange (ISA15 T) without dry_run.`;

const starts = importKinds.map((kind) => {
  const { required, optional: others } = importColumns[kind];
  const isX12Too = kind === 'carrier_invoices';
  return create({
    path: `/api/wms/imports/${kind.replace('_', '-')}`,
    summary: `Import ${importedAs[kind]} from CSV`,
    description: [
      `Columns: ${Object.keys(required).join(', ')}; optional: ${Object.keys(others).join(', ')}.`,
      cellsOf[kind],
      isX12Too ? x12Words : undefined,
      `The file comes as the body itself (${importTypes.join(', ')}; dry_run and skip_bad_lines are then in the query), as the file csv of a form, or as a text in JSON. Its cells stand between commas, semicolons or tabs, as its header has them; without commas between the cells, numbers may have a decimal comma, and an amount such as 1.234, which may be meant as thousands, is a bad line. UTF-8 with or without a byte order mark, UTF-16 with one, or the charset that Content-Type names.`,
      kind === 'stock' ? undefined : eventsOf,
      'Every line is checked first; one bad line and nothing is applied, unless skip_bad_lines. Follow the progress under /api/wms/imports/{id}.',
    ]
      .filter(Boolean)
      .join('\n\n'),
    permission: permissionOf[kind],
    command: importCommands.startImport,
    takes: 'imports',
    body: importBody,
    formFiles: ['csv'],
    fileTypes: isX12Too ? [...importTypes, x12Type] : importTypes,
    query: isX12Too ? x12Options : importOptions,
    takeBody: async (sent, reading) =>
      takeImport(kind, sent, await reading((tx) => usualMerchant(tx, sent.merchantId))),
    input: (_call, { csv: digest, ...body }) => ({ ...body, kind, csv_sha256: digest }),
    respondWith: detail,
    returns: detailView,
    bodyBytesMax,
  });
});

export const importEndpoints: readonly Endpoint[] = [
  ...starts,
  list({
    path: '/api/wms/imports',
    summary: 'Imports, newest first',
    permission: view,
    query: pagedQuery({}),
    returns: importView,
    run: async (call) => {
      const { query: page } = call;
      return shownPage(await listImports(call.tx, { ...page, kinds: kindsSeen(call) }), shownAs(importView));
    },
  }),
  query({
    path: '/api/wms/imports/{id}',
    summary: 'An import, how far it is and its bad lines',
    permission: view,
    returns: detailView,
    run: async (call) => detail(call, await seen(call, call.params['id']!)),
  }),
  list({
    path: '/api/wms/imports/{id}/errors',
    summary: 'The bad lines of an import',
    permission: view,
    query: pagedQuery({}),
    returns: errorView,
    run: async (call) => {
      const { id } = await seen(call, call.params['id']!);
      return listImportErrors(call.tx, id, call.query);
    },
  }),
];
