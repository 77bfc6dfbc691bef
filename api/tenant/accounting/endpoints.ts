/** The tenant surface of the accounting area: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';

export const accountingEndpoints: readonly Endpoint[] = [];
