/** Events of outbound webhooks. */
import { eventKind } from '../event-kind.ts';
import { text, uuid } from '../event-fields.ts';

export const webhookEvents = eventKind(
  'webhook_endpoint',
  { seenWith: ['tenancy.view'] },
  {
    disabled: { endpoint_id: uuid(), reason: text() },
    // Sent to that endpoint alone, whatever it subscribes to.
    tested: { endpoint_id: uuid() },
  },
);
