/** Events of connections, and the events a flow emits. */
import { eventKind } from '../event-kind.ts';
import { choice, nullable, text, uuid } from '../event-fields.ts';
import { connectionStatuses } from './event-states.ts';

const ofConnection = { connection_id: uuid(), merchant_id: uuid() };
const resolved = { ...ofConnection, push_id: uuid(), kind: text(), subject: text(), reason: text() };

export const integrationEvents = {
  ...eventKind(
    'channel',
    { seenWith: ['oms.channels.view', 'integration.view'], subjects: ['channel_connection'] },
    {
      connected: {
        ...ofConnection,
        channel_id: uuid(),
        status: choice(...connectionStatuses),
        previous_status: nullable(choice(...connectionStatuses)),
      },
      locations_changed: { ...ofConnection, location_id: uuid(), warehouse_id: uuid() },
      push_retried: resolved,
      push_given_up: resolved,
      product_mapped: { ...ofConnection, mapping_id: uuid(), item_id: uuid() },
      tested: {
        ...ofConnection,
        status: choice(...connectionStatuses),
        previous_status: nullable(choice(...connectionStatuses)),
      },
    },
  ),
  ...eventKind(
    'flow',
    { seenWith: ['integration.view'], subjects: ['inbound_event'] },
    { notified: { event_id: uuid(), merchant_id: uuid(), order_id: nullable(uuid()), message: text() } },
  ),
} as const;
