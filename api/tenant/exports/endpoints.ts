/** Whole tables as spreadsheets, with names next to ids. */
import type { ExportFilter } from '../../../db/exports/export-plan.read.ts';
import { planExport, type ExportName } from '../../../db/exports/exports.read.ts';
import { countRows } from '../../../db/exports/row-cursor.read.ts';
import { inventoryViewPermissions, type Permission } from '../../../domain/permissions.ts';
import { invalid, Refusal } from '../../../domain/refusal.ts';
import { date, described, text, uuid } from '../../../queues/schema.ts';
import { query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { plainQuery, queryFlag } from '../../http/query-fields.ts';
import { csvStream } from './csv-stream.ts';

/** Beyond this, shorter periods or a single merchant have to be requested. */
const rowsMax = 1_000_000;

interface ExportQuery extends ExportFilter {
  bom?: boolean;
}

const shared = {
  merchant_id: uuid(),
  bom: described(queryFlag(), 'Starts with a byte order mark, so that Excel recognises the encoding.'),
};
const ofPeriod = { ...shared, date_from: date(), date_to: date() };

async function exported(call: Call<ExportQuery>, name: ExportName) {
  const { bom = false, ...filter } = call.query;
  const { date_from: from, date_to: to } = filter;
  if (from && to && from > to) throw invalid('date_from', 'range', 'date_from must not be after date_to');
  const plan = planExport(name, call.organizationId, filter);
  if ((await countRows(call.tx, plan.select, rowsMax)) > rowsMax) {
    throw new Refusal(
      'EXPORT_TOO_LARGE',
      `More than ${rowsMax} rows match; request a shorter period or one merchant.`,
      {
        lines_max: rowsMax,
      },
    );
  }
  return async () => ({
    file: await csvStream(call, plan, bom),
    content_type: 'text/csv; charset=utf-8',
    filename: `${servedAs(name)}.csv`,
  });
}

/** Among the books' exports, a ledger would be theirs. */
const servedAs = (name: ExportName): string => (name === 'ledger' ? 'stock-ledger' : name);

function endpoint(
  name: ExportName,
  summary: string,
  permission: Permission | readonly Permission[],
  fields: typeof shared | typeof ofPeriod,
): Endpoint {
  return query({
    path: `/api/exports/${servedAs(name)}`,
    summary,
    description: `CSV, streamed, a consistent snapshot; at most ${rowsMax} rows (400 EXPORT_TOO_LARGE).`,
    permission,
    query: plainQuery(fields),
    returns: text(),
    files: ['text/csv'],
    isFileAlone: true,
    takes: 'exports',
    run: (call) => exported(call, name),
  });
}

export const exportEndpoints: readonly Endpoint[] = [
  endpoint('stock', 'Stock by item, location, status, lot and pallet', inventoryViewPermissions, shared),
  endpoint('ledger', 'Every stock movement of a period', inventoryViewPermissions, ofPeriod),
  endpoint('items', 'The items with their measures and barcodes', 'wms.master_data.view', shared),
  endpoint('orders', 'Sales orders of a period, one row per line', 'oms.orders.view', ofPeriod),
  endpoint('returns', 'Returns of a period, one row per line', 'oms.returns.view', ofPeriod),
  endpoint(
    'vendor-returns',
    'Returns to vendors of a period, one row per line',
    'wms.vendor_returns.view',
    ofPeriod,
  ),
  endpoint(
    'inspections',
    'Inspections of received goods of a period, one row per check',
    'wms.inspections.view',
    ofPeriod,
  ),
  endpoint('transfers', 'Transfers of a period, one row per line', 'wms.transfer.view', ofPeriod),
  endpoint(
    'invoices',
    'Invoices and credit notes of a period, one row per line',
    'accounting.view',
    ofPeriod,
  ),
  endpoint('bills', 'Bills and vendor credits of a period, one row per line', 'accounting.view', ofPeriod),
  endpoint('payments', 'Payments received and made of a period', 'accounting.view', ofPeriod),
  endpoint('charges', 'Rated activity of a period, with the invoice it is on', 'accounting.view', ofPeriod),
];
