/** The tenant surface of shipping: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { loadEndpoints } from './loads.ts';
import { paperEndpoints } from './papers.ts';
import { shipmentEndpoints } from './shipments.ts';

export const shippingEndpoints: readonly Endpoint[] = [
  ...shipmentEndpoints,
  ...loadEndpoints,
  ...paperEndpoints,
];
