/** The records of integration and of webhooks that have a state machine. */
import { verbsOf, repeats, type Subject } from '../helpers/machine-asks.ts';
import type { Platform } from '../helpers/join-platform.ts';

type Kept =
  | 'channel_connection'
  | 'flow'
  | 'flow_run'
  | 'inbound_event'
  | 'webhook_endpoint'
  | 'webhook_delivery';

const connections = '/api/integration/connections';
const flows = '/api/integration/flows';
const endpoints = '/api/tenancy/webhook-endpoints';
const nowhere = 'http://127.0.0.1:9/hooks';

export function integrationSubjects({ client, owner, standard }: Platform): Readonly<Record<Kept, Subject>> {
  const { post, create, edit } = verbsOf(client);
  return {
    channel_connection: {
      table: 'channel_connections',
      column: 'status',
      make: () => create(connections, { connector: 'storefront', name: 'Store' }),
      ask: {
        edit: edit(connections, { name: 'Another name' }),
        renew: edit(connections, { credentials: { access_token: 'shpat_renewed' } }),
        enable: edit(connections, { status: 'pending' }),
        disable: edit(connections, { status: 'disabled' }),
      },
    },
    flow: {
      table: 'flows',
      column: 'status',
      make: async () => {
        // Only one is published at a time, whoever published it.
        await owner.query(
          "update flows set status = 'archived' where organization_id = $1 and status = 'published'",
          [standard.id],
        );
        return create(flows, {
          name: 'Orders in',
          trigger: { type: 'webhook', connector: 'storefront' },
          steps: [{ action: 'create_order' }],
        });
      },
      ask: {
        edit: edit(flows, { name: 'Another name' }),
        publish: (id) => post(`${flows}/${id}/publish`, {}),
        archive: (id) => post(`${flows}/${id}/archive`, {}),
      },
      otherwise: repeats({ archive: 'archived' }),
    },
    flow_run: { table: 'flow_runs', column: 'status' },
    inbound_event: { table: 'inbound_events', column: 'status' },
    webhook_endpoint: {
      table: 'webhook_endpoints',
      column: 'status',
      make: async () => {
        // Only so many are on at a time.
        await owner.query(
          "update webhook_endpoints set status = 'disabled' where organization_id = $1 and url = $2",
          [standard.id, nowhere],
        );
        return create(endpoints, { url: nowhere, event_types: ['wave.cancelled'] });
      },
      ask: {
        edit: edit(endpoints, { description: 'changed' }),
        enable: edit(endpoints, { status: 'active' }),
        disable: edit(endpoints, { status: 'disabled' }),
        test: (id) => post(`${endpoints}/${id}/test`, {}),
      },
    },
    webhook_delivery: { table: 'webhook_deliveries', column: 'status' },
  };
}
