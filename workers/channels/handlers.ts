/** The handlers of channels. */
import type { channelCommands } from '../../queues/channels/channels.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { createLocation, deleteLocation, updateLocation } from './connection-locations.ts';
import { findGaps } from './find-gaps.ts';
import { giveUpPush, retryPush } from './resolve-push.ts';
import { syncInventory } from './sync-inventory.ts';
import { syncProducts } from './sync-products.ts';
import { testConnection } from './test-connection.ts';

export const channelsHandlers: HandlersOf<typeof channelCommands> = {
  testConnection,
  syncInventory,
  syncProducts,
  createLocation,
  updateLocation,
  deleteLocation,
  retryPush,
  giveUpPush,
  findGaps,
};
