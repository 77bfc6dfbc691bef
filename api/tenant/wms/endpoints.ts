/** The tenant surface of the wms area: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { masterDataEndpoints } from './master-data.ts';

export const wmsEndpoints: readonly Endpoint[] = [...masterDataEndpoints];
