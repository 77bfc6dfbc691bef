/** The tenant surface of drayage, beyond v1: terms, and the dispute file. */
import { drayageCommands } from '../../../queues/drayage/drayage.ts';
import { command, query, type Endpoint } from '../../http/endpoint.ts';
import { disputeFacts, disputeView } from './dispute.ts';

const path = '/api/drayage/orders/{id}';

export const drayageEndpoints: readonly Endpoint[] = [
  query({
    path: `${path}/dispute`,
    summary: 'The dispute file: both clocks recomputed from the events, with every earlier reading',
    description: 'As JSON, or as a document with Accept: application/pdf.',
    permission: 'drayage.view',
    files: ['application/pdf'],
    returns: disputeView,
    run: async (call) => {
      const { operator, facts } = await disputeFacts(call, call.params['id']!);
      if (call.acceptedTypes[0] !== 'application/pdf') return facts;
      const { disputePdf } = await import('./dispute-pdf.ts');
      return async () => ({
        file: await disputePdf(call.organizationId, operator, facts),
        content_type: 'application/pdf',
        filename: `dispute-${facts.container_no}-${facts.order_no}.pdf`,
        inline: true,
      });
    },
  }),
  command({
    method: 'PATCH',
    path: `${path}/terms`,
    summary: 'Change free days and rates; the clocks are recomputed, their earlier readings kept',
    permission: 'drayage.manage',
    command: drayageCommands.changeDrayageTerms,
    pathToInput: { id: 'order_id' },
    respondWith: async (call, { id }) => (await disputeFacts(call, id)).facts,
    returns: disputeView,
  }),
];
