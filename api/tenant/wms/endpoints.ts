/** The tenant surface of the wms area: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';

export const wmsEndpoints: readonly Endpoint[] = [];
