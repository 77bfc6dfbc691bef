/** The tenant surface of the yard: its locations and rules. What happens in it is requested on v1. */
import type { Endpoint } from '../../http/endpoint.ts';
import { spotEndpoints } from './spots.ts';
import { recurringSlotEndpoints } from './recurring-slots.ts';

export const yardEndpoints: readonly Endpoint[] = [...spotEndpoints, ...recurringSlotEndpoints];
