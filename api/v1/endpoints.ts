/** The versioned reference API: its table of contents. */
import type { Endpoint } from '../http/endpoint.ts';
import { omsEndpoints } from './oms/endpoints.ts';
import { operationEndpoint } from './operations.ts';
import { wmsEndpoints } from './wms/endpoints.ts';

export const v1Endpoints: readonly Endpoint[] = [operationEndpoint, ...wmsEndpoints, ...omsEndpoints];
