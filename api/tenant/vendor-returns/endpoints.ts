/** Returns to vendors: the tenant surface. */
import { findVendorReturn, listVendorReturns } from '../../../db/vendor-returns/vendor-returns.read.ts';
import { vendorReturnStatuses } from '../../../domain/vendor-returns/vendor-return-states.ts';
import * as s from '../../../queues/schema.ts';
import { vendorReturnCommands as commands } from '../../../queues/vendor-returns/vendor-returns.ts';
import { actions, create, list, query, type Endpoint } from '../../http/endpoint.ts';
import { pagedQuery, searchText } from '../../http/query-fields.ts';
import { byId, oneOf, pageOf } from '../../http/reads.ts';
import {
  showVendorReturn,
  showVendorReturnSummary,
  vendorReturnSummaryView,
  vendorReturnView,
} from './vendor-return-view.ts';

const path = '/api/wms/vendor-returns';
const detail = oneOf('vendor return', findVendorReturn, showVendorReturn);
const permission = 'wms.vendor_returns.manage';

export const vendorReturnsEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Returns to vendors, newest first',
    permission: 'wms.vendor_returns.view',
    query: pagedQuery({
      status: s.choice(...vendorReturnStatuses),
      merchant_id: s.uuid(),
      warehouse_id: s.uuid(),
      vendor_id: s.uuid(),
      q: searchText(200),
    }),
    returns: vendorReturnSummaryView,
    run: pageOf(listVendorReturns, showVendorReturnSummary),
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One return to a vendor with its lines',
    permission: 'wms.vendor_returns.view',
    returns: vendorReturnView,
    run: byId(detail),
  }),
  create({
    path,
    summary: 'Draft a return to a vendor: of available stock, or of stock on hold or damaged where it stands',
    permission,
    command: commands.createVendorReturn,
    respondWith: detail,
    returns: vendorReturnView,
  }),
  actions({
    path: `${path}/{id}`,
    summary: 'Act on a return to a vendor',
    description:
      'Without an action a draft is changed. release holds its stock in a shipment. ship also happens when its shipment ships. credit records what the vendor credited it with. cancel only before it is shipped: the stock is again what it was.',
    permission,
    pathToInput: { id: 'vendor_return_id' },
    actions: {
      release: { command: commands.releaseVendorReturn, permission },
      ship: { command: commands.shipVendorReturn, permission },
      credit: { command: commands.creditVendorReturn, permission },
      cancel: { command: commands.cancelVendorReturn, permission },
    },
    edit: { command: commands.editVendorReturn, permission },
    respondWith: detail,
    returns: vendorReturnView,
  }),
];
