/** Returns: asked for, authorized, received on their receipt, inspected, disposed of. */
import { findReturn, listReturns } from '../../../db/returns/returns.read.ts';
import { returnStatuses } from '../../../domain/returns/return-states.ts';
import { returnLabelCommands } from '../../../queues/returns/return-labels.ts';
import { returnCommands as commands } from '../../../queues/returns/returns.ts';
import * as s from '../../../queues/schema.ts';
import { actions, command, list, query, type Endpoint } from '../../http/endpoint.ts';
import { byId, oneOf, pageOf } from '../../http/reads.ts';
import { pagedQuery, searchText } from '../../http/query-fields.ts';
import { returnSummaryView, returnView, showReturn, showReturnSummary } from './return-view.ts';

const path = '/api/oms/returns';
const detail = oneOf('return', findReturn, showReturn);
const answer = { respondWith: detail, returns: returnView };
const pathToInput = { id: 'return_id' };
const authorize = 'oms.returns.authorize' as const;

export const returnsOfOrdersEndpoints: readonly Endpoint[] = [
  command({
    method: 'POST',
    path,
    summary: 'Ask for a return, never of more than was shipped',
    description:
      'What came back, what other returns authorise and what is asked for together never exceed what was shipped on an order line: 409 RETURN_EXCEEDS_SHIPPED.',
    permission: 'oms.returns.create',
    command: commands.createReturn,
    ...answer,
    status: 201,
  }),
  list({
    path,
    summary: 'Returns, newest first',
    permission: 'oms.returns.view',
    query: pagedQuery({
      status: s.choice(...returnStatuses),
      merchant_id: s.uuid(),
      warehouse_id: s.uuid(),
      order_id: s.uuid(),
      shipment_id: s.uuid(),
      q: searchText(200),
    }),
    returns: returnSummaryView,
    run: pageOf(listReturns, showReturnSummary),
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One return with its lines, inspections and dispositions',
    permission: 'oms.returns.view',
    returns: returnView,
    run: byId(detail),
  }),
  actions({
    path: `${path}/{id}`,
    summary: 'Act on a return',
    description:
      'authorize makes the receipt its goods are counted on. reject and cancel only while nothing was received: 409 RETURN_RECEIVED. What replaces its goods is cancelled with it, unless keep_replacement says it is kept: 409 REPLACEMENT_UNDER_WAY.',
    permission: authorize,
    pathToInput,
    actions: {
      authorize: { command: commands.authorizeReturn, permission: authorize },
      reject: { command: commands.rejectReturn, permission: authorize },
      cancel: { command: commands.cancelReturn, permission: authorize },
      close: { command: commands.closeReturn, permission: authorize },
    },
    ...answer,
  }),
  command({
    method: 'POST',
    path: `${path}/{id}/lines`,
    summary: 'Add lines to a return; once it is authorized, to its receipt too',
    description:
      'Once the return is authorized, lines that its rules do not authorize need oms.returns.authorize as well.',
    permission: 'oms.returns.create',
    command: commands.addReturnLines,
    pathToInput,
    ...answer,
    status: 201,
  }),
  command({
    method: 'POST',
    path: `${path}/{id}/label`,
    summary: 'Print the label of a parcel that comes back, with the number of its return to scan',
    permission: 'wms.print.create',
    command: returnLabelCommands.printReturnLabel,
    pathToInput,
    returns: returnLabelCommands.printReturnLabel.result,
    status: 201,
  }),
  command({
    method: 'POST',
    path: `${path}/{id}/inspect`,
    summary: 'Record what inspection found of received units',
    permission: 'wms.returns.inspect',
    command: commands.inspectReturn,
    pathToInput,
    ...answer,
    status: 201,
  }),
  command({
    method: 'POST',
    path: `${path}/{id}/dispose`,
    summary: 'Decide what becomes of inspected units',
    permission: 'wms.returns.dispose',
    command: commands.disposeReturn,
    pathToInput,
    ...answer,
    status: 201,
  }),
  command({
    method: 'POST',
    path: `${path}/{id}/credit`,
    summary: 'Draft the credit note of returned units, in the standard edition',
    description:
      'Against the issued invoice of their order (409 RETURN_NOT_INVOICED), with their shares of discount and tax: of an order line never more is credited than was invoiced, and all of it to the cent once all of it came back.',
    permission: 'oms.returns.credit',
    command: commands.creditReturn,
    pathToInput,
    ...answer,
    status: 201,
  }),
];
