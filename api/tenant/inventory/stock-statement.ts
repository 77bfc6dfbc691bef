/** A merchant's stock statement over a period: opening, received, shipped, adjusted by reason, closing. */
import { readOrganization } from '../../../db/tenancy/organizations.read.ts';
import { merchantFor } from '../../../db/tenancy/merchants.read.ts';
import {
  listStatementItems,
  listStatementLines,
  statementMoments,
} from '../../../db/inventory/stock-statement.read.ts';
import { invalid } from '../../../domain/refusal.ts';
import { inventoryViewPermissions } from '../../../domain/permissions.ts';
import { choice, date, integer, listOf, object, text, uuid } from '../../../queues/schema.ts';
import { stockQty } from '../../../queues/inventory/inventory.ts';
import { query, type Endpoint } from '../../http/endpoint.ts';
import { numberedQuery } from '../../http/query-fields.ts';
import { present } from '../../http/present.ts';
import { ledgerView, showLedgerEntry } from './inventory-view.ts';

const itemView = object({
  item_id: uuid(),
  sku: text(),
  item_name: text(300),
  uom: text(),
  opening: stockQty(),
  received: stockQty(),
  returned: stockQty(),
  shipped: stockQty(),
  transferred: stockQty(),
  reversed: stockQty(),
  adjusted: stockQty(),
  adjusted_by_reason: listOf(object({ reason_code: text(), qty: stockQty() })),
  closing: stockQty(),
});

const statementView = object({
  merchant_id: uuid(),
  merchant: text(),
  from: date(),
  to: date(),
  time_zone: text(),
  items: listOf(itemView),
  lines: listOf(ledgerView),
  lines_total: integer({ min: 0, max: 1e12 }),
});

const fileLinesMax = { csv: 100_000, pdf: 5_000 } as const;

export const statementEndpoint: Endpoint = query({
  path: '/api/wms/inventory/statement',
  isReport: () => true,
  summary: "A merchant's stock over a period; its lines are ledger entries",
  description:
    "from and to are required: days in the organization's time zone, both inclusive. merchant_id is required in the 3PL edition. page and page_size page the lines; format=csv holds up to 100,000 of them, format=pdf 5,000.",
  permission: inventoryViewPermissions,
  query: numberedQuery({
    merchant_id: uuid(),
    warehouse_id: uuid(),
    from: date(),
    to: date(),
    format: choice('json', 'csv', 'pdf'),
  }),
  returns: statementView,
  files: ['text/csv', 'application/pdf'],
  run: async ({ tx, organizationId, principal, query: wanted }) => {
    const { from, to, format = 'json', warehouse_id: warehouseId, page, page_size: pageSize } = wanted;
    if (!from) throw invalid('from', 'required', 'from is required');
    if (!to) throw invalid('to', 'required', 'to is required');
    if (to < from) throw invalid('to', 'before_from', 'to must not be before from');
    const merchant = await merchantFor(tx, wanted.merchant_id, principal.merchant_id);
    const period = { merchant_id: merchant.id, warehouse_id: warehouseId, from, to };
    const moments = await statementMoments(tx, period);
    const items = await listStatementItems(tx, period, moments);
    const size =
      format === 'json' ? { page, page_size: pageSize } : { page: 1, page_size: fileLinesMax[format] };
    const { rows: lines, total } = await listStatementLines(tx, period, moments, size);
    if (format !== 'json') {
      const { name: house } = await readOrganization(tx);
      const { statementCsv, statementPdf } = await import('./stock-statement-files.ts');
      const statement = { organizationId, house, merchant: merchant.code, from, to, items, lines };
      return format === 'csv' ? statementCsv(statement) : () => statementPdf(statement);
    }
    return present(statementView, {
      merchant_id: merchant.id,
      merchant: merchant.name,
      from,
      to,
      time_zone: moments.time_zone,
      items,
      lines: lines.map(showLedgerEntry),
      lines_total: total,
    });
  },
});
