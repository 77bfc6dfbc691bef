/** The tenant surface of counting: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { countEndpoints } from './counts.ts';

export const countingEndpoints: readonly Endpoint[] = [...countEndpoints];
