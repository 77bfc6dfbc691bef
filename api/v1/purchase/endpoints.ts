/** The v1 surface of purchasing: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { asnEndpoints } from './asns.ts';
import { orderEndpoints } from './orders.ts';
import { vendorEndpoints } from './vendors.ts';

export const purchaseEndpoints: readonly Endpoint[] = [
  ...orderEndpoints,
  ...asnEndpoints,
  ...vendorEndpoints,
];
