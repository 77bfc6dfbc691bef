/** Transfers between warehouses: the tenant surface. */
import { findTransfer, listTransfers } from '../../../db/transfers/transfers.read.ts';
import { transferStatuses } from '../../../domain/transfers/transfer-states.ts';
import * as s from '../../../queues/schema.ts';
import { transferCommands as commands } from '../../../queues/transfers/transfers.ts';
import { actions, create, list, query, type Endpoint } from '../../http/endpoint.ts';
import { pagedQuery, searchText } from '../../http/query-fields.ts';
import { byId, oneOf, pageOf } from '../../http/reads.ts';
import { showTransfer, showTransferSummary, transferSummaryView, transferView } from './transfer-view.ts';

const path = '/api/wms/transfers';
const detail = oneOf('transfer', findTransfer, showTransfer);
const permission = 'wms.transfers.manage';

export const transfersEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Transfers between warehouses, newest first',
    permission: 'wms.transfer.view',
    query: pagedQuery({
      status: s.choice(...transferStatuses),
      merchant_id: s.uuid(),
      from_warehouse_id: s.uuid(),
      to_warehouse_id: s.uuid(),
      q: searchText(200),
    }),
    returns: transferSummaryView,
    run: pageOf(listTransfers, showTransferSummary),
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One transfer with its lines, and what of its goods is where',
    permission: 'wms.transfer.view',
    returns: transferView,
    run: byId(detail),
  }),
  create({
    path,
    summary: 'Draft a transfer; with release, hold its stock and announce it at the destination at once',
    permission,
    command: commands.createTransfer,
    respondWith: detail,
    returns: transferView,
  }),
  actions({
    path: `${path}/{id}`,
    summary: 'Act on a transfer',
    description:
      'release holds its stock in a shipment at the source (409 INSUFFICIENT_ATP) and makes a receipt at the destination. ship also happens when its shipment ships; from then on the goods are in transit at the destination, and its receipt is counted out of them (409 NOT_IN_TRANSIT). close while something is in transit needs missing and a reason_code (409 TRANSFER_REMAINDER). cancel only before it is shipped.',
    permission,
    pathToInput: { id: 'transfer_id' },
    actions: {
      release: { command: commands.releaseTransfer, permission },
      ship: { command: commands.shipTransfer, permission },
      close: { command: commands.closeTransfer, permission },
      cancel: { command: commands.cancelTransfer, permission },
    },
    respondWith: detail,
    returns: transferView,
  }),
];
