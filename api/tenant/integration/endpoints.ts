/** The tenant surface of the integration area: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';

export const integrationEndpoints: readonly Endpoint[] = [];
