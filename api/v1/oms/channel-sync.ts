/** v1: testing channels, and telling them what changed. */
import { channelCommands as commands } from '../../../queues/channels/channels.ts';
import { command, type Endpoint } from '../../http/endpoint.ts';

const permission = 'oms.channels.manage' as const;

export const channelSyncEndpoints: readonly Endpoint[] = [
  command({
    path: '/v1/oms/channels/connections/{id}/test',
    summary: 'Test a connection; reports the result of each step',
    permission,
    command: commands.testConnection,
    pathToInput: { id: 'connection_id' },
    returns: commands.testConnection.result,
  }),
  command({
    path: '/v1/oms/sync/inventory',
    summary: 'Push what is available to promise to a channel; changes are queued',
    description:
      "The channel is told whole units of what is available to promise minus the connection's buffer, never below 0. Each SKU has a version: an older push never overwrites a newer one.",
    permission,
    command: commands.syncInventory,
    returns: commands.syncInventory.result,
    status: 202,
  }),
  command({
    path: '/v1/oms/sync/products',
    summary: 'Push products to a channel; changes are queued',
    permission,
    command: commands.syncProducts,
    returns: commands.syncProducts.result,
    status: 202,
  }),
];
