/** The tenant surface of purchasing: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { billMatchEndpoints } from './bill-matches.ts';
import { purchaseOrderEndpoints } from './orders.ts';

export const purchaseEndpoints: readonly Endpoint[] = [...purchaseOrderEndpoints, ...billMatchEndpoints];
