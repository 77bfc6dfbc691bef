/** The tenant surface of the oms area: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { availabilityEndpoints } from './availability.ts';
import { eventStreamEndpoints } from './event-stream.ts';
import { orderEventEndpoints } from './events.ts';
import { omsMasterDataEndpoints } from './master-data.ts';
import { orderEndpoints } from './orders.ts';

export const omsEndpoints: readonly Endpoint[] = [
  ...omsMasterDataEndpoints,
  ...orderEndpoints,
  ...orderEventEndpoints,
  ...availabilityEndpoints,
  ...eventStreamEndpoints,
];
