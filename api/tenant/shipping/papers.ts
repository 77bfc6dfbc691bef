/** Shipping documents: created once, stored with their hash, reprinted byte for byte. */
import { findDocument, listDocuments, readDocumentContent } from '../../../db/shipping/papers.read.ts';
import { choice, freeText, instant, integer, object, uuid } from '../../../queues/schema.ts';
import { paperCommands } from '../../../queues/shipping/loads.ts';
import { command, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { existing, filteredPageOf } from '../../http/reads.ts';
import { pagedQuery } from '../../http/query-fields.ts';
import { present, shownAs } from '../../http/present.ts';

const kinds = ['packing_list', 'bill_of_lading'] as const;

const documentView = object({
  id: uuid(),
  kind: choice(...kinds),
  document_no: freeText(),
  subject_type: choice('shipment', 'load'),
  subject_id: uuid(),
  content_type: freeText(),
  size_bytes: integer({ min: 1, max: 5_242_880 }),
  sha256: freeText(64),
  created_at: instant(),
});

const readDocument = async ({ tx }: Call, { id }: { id: string }) =>
  existing('document', await findDocument(tx, id));

const documentFacts = async (call: Call, asked: { id: string }) =>
  present(documentView, await readDocument(call, asked));

const permission = 'wms.outbound.view';

export const paperEndpoints: readonly Endpoint[] = [
  list({
    path: '/api/wms/documents',
    summary: 'Shipping documents, newest first',
    permission,
    query: pagedQuery({ kind: choice(...kinds), subject_id: uuid() }),
    returns: documentView,
    run: filteredPageOf(listDocuments, shownAs(documentView)),
  }),
  query({
    path: '/api/wms/documents/{id}',
    summary: 'A document as PDF, exactly as first created',
    description: 'With Accept: application/json, its facts and hash.',
    permission,
    files: ['application/pdf'],
    returns: documentView,
    run: async (call) => {
      const { tx, params, acceptedTypes } = call;
      const facts = await documentFacts(call, { id: params['id']! });
      if (acceptedTypes[0] === 'application/json') return facts;
      return {
        file: (await readDocumentContent(tx, facts.id))!,
        content_type: facts.content_type,
        filename: `${facts.kind}-${facts.document_no}.pdf`,
        inline: true,
      };
    },
  }),
  command({
    path: '/api/wms/shipments/{id}/packing-list',
    summary: 'The packing list of a shipped shipment; created if it does not exist yet',
    permission: 'wms.outbound.ship',
    command: paperCommands.makePackingList,
    pathToInput: { id: 'shipment_id' },
    respondWith: documentFacts,
    returns: documentView,
  }),
  command({
    path: '/api/wms/loads/{id}/bill-of-lading',
    summary: 'The bill of lading of a shipped load; created if it does not exist yet',
    permission: 'wms.outbound.ship',
    command: paperCommands.makeBillOfLading,
    pathToInput: { id: 'load_id' },
    respondWith: documentFacts,
    returns: documentView,
  }),
];
