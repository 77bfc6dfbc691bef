/** The tenant surface of catalog: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { masterDataEndpoints } from './master-data.ts';

export const catalogEndpoints: readonly Endpoint[] = [...masterDataEndpoints];
