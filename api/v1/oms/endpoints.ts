/** The v1 surface of the oms area: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { channelEndpoints } from './channels.ts';
import { channelSyncEndpoints } from './channel-sync.ts';
import { omsInventoryEndpoints } from './inventory.ts';
import { orderEndpoints } from './orders.ts';
import { returnEndpoints } from './returns.ts';

export const omsEndpoints: readonly Endpoint[] = [
  ...orderEndpoints,
  ...returnEndpoints,
  ...omsInventoryEndpoints,
  ...channelEndpoints,
  ...channelSyncEndpoints,
];
