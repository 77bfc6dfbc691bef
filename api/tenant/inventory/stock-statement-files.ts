/** The stock statement as a spreadsheet and as a document to send. */
import type { StatementItem } from '../../../db/inventory/stock-statement.read.ts';
import type { LedgerRow } from '../../../db/inventory/ledger.read.ts';
import { toJsonNumber } from '../../../domain/decimal.ts';
import type { FileAnswer } from '../../http/endpoint.ts';
import { csvFile, type CsvCell } from '../files/csv.ts';
import { PdfPages } from '../files/pdf-pages.ts';

export interface Statement {
  organizationId: string;
  house: string;
  merchant: string;
  from: string;
  to: string;
  items: readonly StatementItem[];
  lines: readonly LedgerRow[];
}

const csvColumns = [
  'kind',
  'sku',
  'item',
  'uom',
  'occurred_at',
  'type',
  'reason',
  'location',
  'lot_no',
  'status',
  'qty',
  'ledger_entry_id',
];

/** Per item: its opening, every ledger entry of the period, its closing. */
export function statementCsv({ merchant, from, to, items, lines }: Statement): FileAnswer {
  const byItem = new Map<string, LedgerRow[]>(items.map(({ item_id: id }) => [id, []]));
  for (const line of lines) byItem.get(line.item_id)?.push(line);
  const rows = items.flatMap((item): CsvCell[][] => {
    const balance = (kind: string, qty: string): CsvCell[] => [
      kind,
      item.sku,
      item.item_name,
      item.uom,
      null,
      null,
      null,
      null,
      null,
      null,
      toJsonNumber(qty),
      null,
    ];
    const entries = byItem
      .get(item.item_id)!
      .map((line): CsvCell[] => [
        'entry',
        item.sku,
        item.item_name,
        item.uom,
        line.occurred_at.toISOString(),
        line.transaction_type,
        line.reason_code,
        line.location,
        line.lot_no || null,
        line.status,
        toJsonNumber(line.qty_delta),
        line.id,
      ]);
    return [balance('opening', item.opening), ...entries, balance('closing', item.closing)];
  });
  return csvFile(`stock-${merchant}-${from}-${to}.csv`, csvColumns, rows);
}

const figures = [
  { title: 'SKU', width: 0.2 },
  { title: 'Opening', width: 0.115, align: 'right' },
  { title: 'Received', width: 0.115, align: 'right' },
  { title: 'Returned', width: 0.115, align: 'right' },
  { title: 'Shipped', width: 0.115, align: 'right' },
  { title: 'Adjusted', width: 0.115, align: 'right' },
  { title: 'Other', width: 0.11, align: 'right' },
  { title: 'Closing', width: 0.115, align: 'right' },
] as const;

const movements = [
  { title: 'When (UTC)', width: 0.22 },
  { title: 'SKU', width: 0.2 },
  { title: 'What', width: 0.12 },
  { title: 'Reason', width: 0.14 },
  { title: 'Lot', width: 0.18 },
  { title: 'Qty', width: 0.14, align: 'right' },
] as const;

/** Drawn for each who asks, and kept nowhere: there are as many as pairs of days, and nobody issued one. */
export async function statementPdf(statement: Statement): Promise<FileAnswer> {
  const { merchant, from, to } = statement;
  return {
    file: await drawStatement(statement),
    content_type: 'application/pdf',
    filename: `stock-${merchant}-${from}-${to}.pdf`,
    inline: true,
  };
}

function drawStatement({
  organizationId,
  house,
  merchant,
  from,
  to,
  items,
  lines,
}: Statement): Promise<Buffer> {
  const title = `Stock statement ${merchant} ${from} to ${to}`;
  const pages = new PdfPages(organizationId, title, 'A4', new Date(to));
  pages.heading(house, 'Stock statement', [
    ['Merchant', merchant],
    ['From', from],
    ['To', to],
  ]);
  const shown = (value: string): string => String(toJsonNumber(value));
  pages.table(
    figures,
    items.map((item) => [
      item.sku,
      shown(item.opening),
      shown(item.received),
      shown(item.returned),
      shown(item.shipped),
      shown(item.adjusted),
      String(toJsonNumber(item.transferred) + toJsonNumber(item.reversed)),
      shown(item.closing),
    ]),
  );
  pages.table(
    movements,
    lines.map((line) => [
      line.occurred_at.toISOString().slice(0, 19).replace('T', ' '),
      line.sku,
      line.transaction_type,
      line.reason_code ?? '',
      line.lot_no || '',
      shown(line.qty_delta),
    ]),
  );
  return pages.finish(`${house} - stock of ${merchant}`);
}
