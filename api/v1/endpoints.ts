/** The versioned reference API: its table of contents. */
import type { Endpoint } from '../http/endpoint.ts';
import { operationAccess } from '../http/operation-access.ts';
import { omsEndpoints } from './oms/endpoints.ts';
import { operationEndpoint } from './operations.ts';
import { wmsEndpoints } from './wms/endpoints.ts';

const areas: readonly Endpoint[] = [...wmsEndpoints, ...omsEndpoints];

export const v1Endpoints: readonly Endpoint[] = [operationEndpoint(operationAccess(areas)), ...areas];
