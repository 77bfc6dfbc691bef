/** Rate sheets with their lines: prices, versioned. */
import { rateSheetStatuses } from '../../../domain/rates/rate-sheet-states.ts';
import {
  findRateLine,
  findRateSheet,
  linesOfSheet,
  listRateSheets,
} from '../../../db/rates/rate-sheets.read.ts';
import { cutPage } from '../../../db/page.ts';
import { deletedView } from '../../../queues/rates/rate-fields.ts';
import { rateLineCommands, rateLineView } from '../../../queues/rates/rate-lines.ts';
import { rateSheetCommands, rateSheetView } from '../../../queues/rates/rate-sheets.ts';
import { choice, date, text, uuid } from '../../../queues/schema.ts';
import { actions, command, create, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId, existing, pageOf, shownPage } from '../../http/reads.ts';
import { pagedQuery, searchText } from '../../http/query-fields.ts';
import { present, shownAs } from '../../http/present.ts';

const path = '/api/accounting/billing/rate-sheets';

async function sheet({ tx }: Call, { id }: { id: string }) {
  const found = existing('rate sheet', await findRateSheet(tx, id));
  const lines = await linesOfSheet(tx, id);
  return present(rateSheetView, { ...found, lines });
}

async function line({ tx, params }: Call, { id }: { id: string }) {
  const found = existing('rate sheet line', await findRateLine(tx, params['id']!, id));
  return present(rateLineView, found);
}

export const rateSheetEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Rate sheets, newest version first under each code; the lines come with the single sheet',
    permission: 'accounting.view',
    query: pagedQuery({
      q: searchText(100),
      code: text(40),
      merchant_id: uuid(),
      warehouse_id: uuid(),
      status: choice(...rateSheetStatuses),
      effective_on: date(),
    }),
    returns: rateSheetView,
    run: pageOf(listRateSheets, shownAs(rateSheetView)),
  }),
  create({
    path,
    summary: 'Create a draft rate sheet',
    permission: 'billing.rates',
    command: rateSheetCommands.createRateSheet,
    respondWith: sheet,
    returns: rateSheetView,
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One rate sheet with its lines',
    permission: 'accounting.view',
    returns: rateSheetView,
    run: byId(sheet),
  }),
  actions({
    path: `${path}/{id}`,
    summary: 'Activate, archive or revise a rate sheet, or change a draft',
    description: 'revise answers with the new draft version.',
    permission: 'billing.rates',
    pathToInput: { id: 'sheet_id' },
    actions: {
      activate: { command: rateSheetCommands.activateRateSheet, permission: 'billing.rates' },
      archive: { command: rateSheetCommands.archiveRateSheet, permission: 'billing.rates' },
      revise: { command: rateSheetCommands.reviseRateSheet, permission: 'billing.rates' },
    },
    edit: { command: rateSheetCommands.updateRateSheet, permission: 'billing.rates' },
    respondWith: sheet,
    returns: rateSheetView,
  }),
  command({
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: 'Delete a draft rate sheet',
    permission: 'billing.rates',
    command: rateSheetCommands.deleteRateSheet,
    pathToInput: { id: 'sheet_id' },
    returns: deletedView,
  }),
  list({
    path: `${path}/{id}/lines`,
    summary: 'Lines of a rate sheet, in order',
    permission: 'accounting.view',
    query: pagedQuery({}),
    returns: rateLineView,
    run: async (call) => {
      const { tx, params } = call;
      existing('rate sheet', await findRateSheet(tx, params['id']!));
      const lines = await linesOfSheet(tx, params['id']!);
      return shownPage(cutPage(lines, call.query), shownAs(rateLineView));
    },
  }),
  create({
    path: `${path}/{id}/lines`,
    summary: 'Add a line to a draft rate sheet',
    permission: 'billing.rates',
    command: rateLineCommands.addRateLine,
    pathToInput: { id: 'sheet_id' },
    respondWith: line,
    returns: rateLineView,
  }),
  command({
    method: 'PATCH',
    path: `${path}/{id}/lines/{lineId}`,
    summary: 'Change a line of a draft rate sheet',
    permission: 'billing.rates',
    command: rateLineCommands.updateRateLine,
    pathToInput: { id: 'sheet_id', lineId: 'line_id' },
    respondWith: line,
    returns: rateLineView,
  }),
  command({
    method: 'DELETE',
    path: `${path}/{id}/lines/{lineId}`,
    summary: 'Remove a line of a draft rate sheet',
    permission: 'billing.rates',
    command: rateLineCommands.deleteRateLine,
    pathToInput: { id: 'sheet_id', lineId: 'line_id' },
    returns: deletedView,
  }),
];
