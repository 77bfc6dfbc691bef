/** The v1 surface of drayage: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { containerEndpoints } from './containers.ts';
import { orderEndpoints } from './orders.ts';

export const drayageEndpoints: readonly Endpoint[] = [...orderEndpoints, ...containerEndpoints];
