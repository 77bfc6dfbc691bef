/** v1: testing channels, and telling them what changed. */
import { channelCommands as commands } from '../../../queues/channels/channels.ts';
import { command, type Endpoint } from '../../http/endpoint.ts';

const permission = 'oms.channels.manage' as const;

export const channelSyncEndpoints: readonly Endpoint[] = [
  command({
    method: 'POST',
    path: '/v1/oms/channels/connections/{id}/test',
    summary: 'Try a connection; says what each step came to',
    permission,
    command: commands.testConnection,
    pathToInput: { id: 'connection_id' },
    returns: commands.testConnection.result,
  }),
  command({
    method: 'POST',
    path: '/v1/oms/sync/inventory',
    summary: 'Push what can be promised to a channel; what changed is queued',
    description:
      'Told is the whole units of what can be promised less the buffer of the connection, never below 0. Each SKU has a version: an older push never overwrites a newer.',
    permission,
    command: commands.syncInventory,
    returns: commands.syncInventory.result,
    status: 202,
  }),
  command({
    method: 'POST',
    path: '/v1/oms/sync/products',
    summary: 'Push products to a channel; what changed is queued',
    permission,
    command: commands.syncProducts,
    returns: commands.syncProducts.result,
    status: 202,
  }),
];
