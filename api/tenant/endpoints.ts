/** The tenant surface: its table of contents by area. */
import type { Endpoint } from '../http/endpoint.ts';
import { operationAccess } from '../http/operation-access.ts';
import { accountingEndpoints } from './accounting/endpoints.ts';
import { integrationEndpoints } from './integration/endpoints.ts';
import { omsEndpoints } from './oms/endpoints.ts';
import { operationEndpoint } from './operations.ts';
import { printingEndpoints } from './printing/endpoints.ts';
import { tenancyEndpoints } from './tenancy/endpoints.ts';
import { wmsEndpoints } from './wms/endpoints.ts';

const areas: readonly Endpoint[] = [
  ...tenancyEndpoints,
  ...wmsEndpoints,
  ...omsEndpoints,
  ...printingEndpoints,
  ...accountingEndpoints,
  ...integrationEndpoints,
];

export const tenantEndpoints: readonly Endpoint[] = [operationEndpoint(operationAccess(areas)), ...areas];
