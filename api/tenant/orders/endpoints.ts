/** The tenant surface of orders: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { availabilityEndpoints } from './availability.ts';
import { eventListEndpoints } from './event-list.ts';
import { eventStreamEndpoints } from './event-stream.ts';
import { orderEventEndpoints } from './events.ts';
import { partnerEndpoints } from './partners.ts';
import { orderEndpoints } from './orders.ts';

export const ordersEndpoints: readonly Endpoint[] = [
  ...partnerEndpoints,
  ...orderEndpoints,
  ...orderEventEndpoints,
  ...availabilityEndpoints,
  ...eventListEndpoints,
  ...eventStreamEndpoints,
];
