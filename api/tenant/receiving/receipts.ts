/** Inbound receipts: the whole surface. */
import { findDiscrepancies, listReceipts } from '../../../db/receiving/receipts.read.ts';
import { receiptStatuses } from '../../../domain/receiving/receipt-states.ts';
import { choice, uuid } from '../../../queues/schema.ts';
import { receiptCommands } from '../../../queues/receiving/receipts.ts';
import { batch } from '../../http/run/run-batch.ts';
import { command, create, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId, existing } from '../../http/reads.ts';
import { pagedQuery, searchText } from '../../http/query-fields.ts';
import { present } from '../../http/present.ts';
import {
  discrepancyReportView,
  receiptDetail,
  receiptRowView,
  receiptView,
  showReceiptRow,
} from './receipt-views.ts';

const path = '/api/wms/inbound-receipts';
const pathToInput = { id: 'receipt_id' };

async function discrepancies({ tx, params }: Call) {
  const id = params['id']!;
  const report = existing('inbound receipt', await findDiscrepancies(tx, id));
  const { rows, ...facts } = report;
  return present(discrepancyReportView, { receipt_id: id, ...facts, discrepancies: rows });
}

export const receiptEndpoints: readonly Endpoint[] = [
  create({
    path,
    summary: 'Create an inbound receipt; with receive, count it in and complete it at once',
    permission: 'wms.inbound.create',
    command: receiptCommands.createReceipt,
    respondWith: receiptDetail,
    returns: receiptView,
  }),
  batch({
    path: `${path}/batch`,
    summary: 'Create up to 500 inbound receipts in one request',
    permission: 'wms.inbound.create',
    command: receiptCommands.createReceipt,
    itemStatus: 201,
  }),
  list({
    path,
    summary: 'Inbound receipts, newest first',
    description: 'q searches receipt number, container number, seal number and title.',
    permission: 'wms.inbound.view',
    query: pagedQuery({ q: searchText(100), status: choice(...receiptStatuses), warehouse_id: uuid() }),
    returns: receiptRowView,
    run: async ({ tx, query: { q, status, warehouse_id, ...page } }) => {
      const found = await listReceipts(tx, { q, status, warehouse_id }, page);
      return { ...found, rows: found.rows.map(showReceiptRow) };
    },
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One receipt with lines, progress and item names',
    permission: 'wms.inbound.view',
    returns: receiptView,
    run: byId(receiptDetail),
  }),
  create({
    path: `${path}/{id}/lines`,
    summary: 'Add an unplanned line, for an item found at the dock',
    permission: 'wms.inbound.receive',
    command: receiptCommands.addReceiptLine,
    pathToInput,
    respondWith: receiptDetail,
    returns: receiptView,
  }),
  command({
    path: `${path}/{id}/receive-line`,
    summary: 'Count one line',
    permission: 'wms.inbound.receive',
    command: receiptCommands.receiveLine,
    pathToInput,
    returns: receiptCommands.receiveLine.result,
  }),
  command({
    path: `${path}/{id}/receive-all`,
    summary: 'Count many lines at once, all or none',
    permission: 'wms.inbound.receive',
    command: receiptCommands.receiveAll,
    pathToInput,
    returns: receiptCommands.receiveAll.result,
  }),
  command({
    path: `${path}/{id}/reverse-line`,
    summary: 'Correct a wrong count, before the receipt is closed',
    permission: 'wms.inbound.correct',
    command: receiptCommands.reverseLine,
    pathToInput,
    returns: receiptCommands.reverseLine.result,
  }),
  command({
    path: `${path}/{id}/complete-receive`,
    summary: 'Complete a receipt: counting ends',
    permission: 'wms.inbound.receive',
    command: receiptCommands.completeReceive,
    pathToInput,
    respondWith: receiptDetail,
    returns: receiptView,
  }),
  command({
    path: `${path}/{id}/close`,
    summary: 'Close a received receipt for good',
    permission: 'wms.inbound.receive',
    command: receiptCommands.closeReceipt,
    pathToInput,
    respondWith: receiptDetail,
    returns: receiptView,
  }),
  query({
    path: `${path}/{id}/discrepancies`,
    summary: 'What is short, over, damaged, rejected or of the wrong lot; frozen once the receipt is closed',
    permission: 'wms.inbound.view',
    returns: discrepancyReportView,
    run: (call) => discrepancies(call),
  }),
  command({
    path: '/api/wms/lots/correct',
    summary: "Correct a lot's dates, audited",
    permission: 'wms.inbound.correct',
    command: receiptCommands.correctLot,
    returns: receiptCommands.correctLot.result,
  }),
];
