/** Declarations to customs. */
import { findDeclaration, listDeclarations, type DeclarationRow } from '../../../db/parcels/customs.read.ts';
import { contentsTypes, incoterms } from '../../../domain/parcels/customs.ts';
import { customsCommands as commands, taxId } from '../../../queues/parcels/customs.ts';
import * as s from '../../../queues/schema.ts';
import { command, create, list, query, type Endpoint } from '../../http/endpoint.ts';
import { byId, oneOf, pageOf } from '../../http/reads.ts';
import { shownAs } from '../../http/present.ts';
import { pagedQuery } from '../../http/query-fields.ts';

const declarationView = s.object({
  id: s.uuid(),
  shipment_id: s.uuid(),
  shipment_no: s.text(),
  merchant_id: s.uuid(),
  version: s.described(
    s.integer({ min: 1, max: 1e6 }),
    'Of one shipment the highest counts; none is ever changed.',
  ),
  invoice_no: s.freeText(),
  document_id: s.described(s.uuid(), 'Its commercial invoice, at /api/wms/documents/{id}.'),
  contents: s.choice(...contentsTypes),
  contents_note: s.nullable(s.freeText()),
  incoterm: s.choice(...incoterms),
  non_delivery: s.choice('return', 'abandon'),
  currency: s.text(3),
  signed_by: s.freeText(),
  export_filing: s.nullable(s.freeText()),
  tax_ids: s.listOf(taxId),
  lines: s.listOf(
    s.object({
      line_no: s.integer({ min: 1, max: 1e9 }),
      item_id: s.uuid(),
      sku: s.freeText(),
      description: s.freeText(),
      hs_code: s.nullable(s.freeText()),
      origin_country: s.text(2),
      qty: s.qty({ positive: true }),
      unit_value: s.decimalNumber({ places: 6, below: 1e9 }),
      unit_weight_kg: s.decimalNumber({ places: 6, below: 1e6 }),
    }),
  ),
  created_by: s.freeText(),
  created_at: s.instant(),
});
const show = shownAs(declarationView) as (row: DeclarationRow) => s.Infer<typeof declarationView>;
const declaration = oneOf('customs declaration', findDeclaration, show);

const path = '/api/tms/customs-declarations';
const view = ['tms.view', 'tms.labels'] as const;
const permission = 'tms.labels';

export const customsEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Declarations to customs, newest first',
    permission: view,
    query: pagedQuery({ shipment_id: s.uuid(), merchant_id: s.uuid() }),
    returns: declarationView,
    run: pageOf(listDeclarations, show),
  }),
  create({
    path,
    summary: 'Declare to customs what a shipment sends across a border',
    description:
      'Needed only where the catalog does not say enough, or something else is to be said: who buys a label of what crosses a border declares it by that, with what items and order know. 422 CUSTOMS_INCOMPLETE names what is missing, by item. Its commercial invoice is made with it.',
    permission,
    command: commands.declareCustoms,
    respondWith: declaration,
    returns: declarationView,
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One declaration to customs',
    permission: view,
    returns: declarationView,
    run: byId(declaration),
  }),
  command({
    path: `${path}/{id}/print`,
    summary: 'Print the commercial invoice of a declaration on a label printer',
    permission,
    command: commands.printInvoice,
    pathToInput: { id: 'declaration_id' },
    returns: commands.printInvoice.result,
  }),
];
