/** The tenant surface of the yard: its places and rules. What happens in it is asked for on v1. */
import type { Endpoint } from '../../http/endpoint.ts';
import { spotEndpoints } from './spots.ts';
import { recurringSlotEndpoints } from './recurring-slots.ts';

export const yardEndpoints: readonly Endpoint[] = [...spotEndpoints, ...recurringSlotEndpoints];
