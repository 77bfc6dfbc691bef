/** The versioned surface: the same commands in its own words. */
import type { Endpoint } from '../http/endpoint.ts';

export const v1Endpoints: readonly Endpoint[] = [];
