/** The versioned reference API: its table of contents. */
import type { Endpoint } from '../http/endpoint.ts';
import { operationAccess } from '../http/operation-access.ts';
import { drayageEndpoints } from './drayage/endpoints.ts';
import { omsEndpoints } from './oms/endpoints.ts';
import { operationEndpoint } from './operations.ts';
import { purchaseEndpoints } from './purchase/endpoints.ts';
import { tmsEndpoints } from './tms/endpoints.ts';
import { wmsEndpoints } from './wms/endpoints.ts';
import { ymsEndpoints } from './yms/endpoints.ts';

const areas: readonly Endpoint[] = [
  ...wmsEndpoints,
  ...omsEndpoints,
  ...purchaseEndpoints,
  ...ymsEndpoints,
  ...tmsEndpoints,
  ...drayageEndpoints,
];

export const v1Endpoints: readonly Endpoint[] = [operationEndpoint(operationAccess(areas)), ...areas];
