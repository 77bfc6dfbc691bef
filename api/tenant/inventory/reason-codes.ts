/** The reasons for changing stock by hand. */
import { findReasonCode, listReasonCodes } from '../../../db/inventory/reason-codes.read.ts';
import { flag, freeText, object, text } from '../../../queues/schema.ts';
import { inventoryCommands } from '../../../queues/inventory/inventory.ts';
import { command, create, list, type Call, type Endpoint } from '../../http/endpoint.ts';
import { existing } from '../../http/reads.ts';
import { pagedQuery } from '../../http/query-fields.ts';

const reasonCodeView = object({ code: text(64), description: freeText(200), is_active: flag() });

const reasonCode = async ({ tx }: Call, { code }: { code: string }) =>
  existing('reason code', await findReasonCode(tx, code));

export const reasonCodeEndpoints: readonly Endpoint[] = [
  list({
    path: '/api/wms/reason-codes',
    summary: 'Reason codes',
    permission: 'wms.master_data.view',
    query: pagedQuery({}),
    returns: reasonCodeView,
    run: ({ tx, query: page }) => listReasonCodes(tx, page),
  }),
  create({
    path: '/api/wms/reason-codes',
    summary: 'Add a reason code',
    permission: 'wms.master_data.manage',
    command: inventoryCommands.createReasonCode,
    respondWith: reasonCode,
    returns: reasonCodeView,
  }),
  command({
    method: 'PATCH',
    path: '/api/wms/reason-codes/{code}',
    summary: 'Change or deactivate a reason code',
    permission: 'wms.master_data.manage',
    params: { code: text(64) },
    command: inventoryCommands.updateReasonCode,
    pathToInput: { code: 'reason_code' },
    respondWith: reasonCode,
    returns: reasonCodeView,
  }),
];
