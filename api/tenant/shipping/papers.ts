/** Shipping documents: what they say is kept since the goods left, drawn at first sight and the same ever since. */
import { createHash } from 'node:crypto';
import { documentKinds as kinds, findDocument, listDocuments } from '../../../db/shipping/papers.read.ts';
import { choice, freeText, instant, integer, object, uuid } from '../../../queues/schema.ts';
import { paperCommands } from '../../../queues/shipping/loads.ts';
import { command, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { existing, filteredPageOf } from '../../http/reads.ts';
import { pagedQuery } from '../../http/query-fields.ts';
import { present, shownAs } from '../../http/present.ts';
import { drawnPaper } from './drawn-paper.ts';

const pdf = 'application/pdf';

const fields = {
  id: uuid(),
  kind: choice(...kinds),
  document_no: freeText(),
  subject_type: choice('shipment', 'load', 'customs_declaration'),
  subject_id: uuid(),
  created_at: instant(),
};
const documentView = object(fields);
const drawnView = object({
  ...fields,
  content_type: freeText(),
  size_bytes: integer({ min: 1, max: 1e9 }),
  sha256: freeText(64),
});

const permission = 'wms.outbound.view';

const document = async ({ tx }: Call, { id }: { id: string }) =>
  existing('document', await findDocument(tx, id));

const documentSummary = async (call: Call, { id }: { id: string }) =>
  present(documentView, await document(call, { id }));

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
    summary: 'A document as PDF, as its goods left',
    description:
      'Drawn when it is first asked for, of what was so when the goods left (a commercial invoice: when they were declared to customs), and the same to the byte ever since. With Accept: application/json, its size and hash.',
    permission,
    files: [pdf],
    returns: drawnView,
    run: async (call) => {
      const found = await document(call, { id: call.params['id']! });
      const isShown = call.acceptedTypes[0] === 'application/json';
      return async () => {
        const file = await drawnPaper(call, found);
        if (!isShown)
          return {
            file,
            content_type: pdf,
            filename: `${found.kind}-${found.document_no}.pdf`,
            inline: true,
          };
        return present(drawnView, {
          ...found,
          content_type: pdf,
          size_bytes: file.length,
          sha256: createHash('sha256').update(file).digest('hex'),
        });
      };
    },
  }),
  command({
    path: '/api/wms/shipments/{id}/packing-list',
    summary: 'The packing list of a shipped shipment',
    permission: 'wms.outbound.ship',
    command: paperCommands.makePackingList,
    pathToInput: { id: 'shipment_id' },
    respondWith: documentSummary,
    returns: documentView,
  }),
  command({
    path: '/api/wms/loads/{id}/bill-of-lading',
    summary: 'The bill of lading of a shipped load',
    permission: 'wms.outbound.ship',
    command: paperCommands.makeBillOfLading,
    pathToInput: { id: 'load_id' },
    respondWith: documentSummary,
    returns: documentView,
  }),
];
