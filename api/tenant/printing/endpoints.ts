/** The tenant surface of the printing area: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';

export const printingEndpoints: readonly Endpoint[] = [];
