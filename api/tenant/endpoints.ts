/** The tenant surface: its table of contents, by noun. */
import type { Endpoint } from '../http/endpoint.ts';
import { operationAccess } from '../http/operation-access.ts';
import { billingEndpoints } from './billing/endpoints.ts';
import { catalogEndpoints } from './catalog/endpoints.ts';
import { countingEndpoints } from './counting/endpoints.ts';
import { documentsEndpoints } from './documents/endpoints.ts';
import { drayageEndpoints } from './drayage/endpoints.ts';
import { importsEndpoints } from './imports/endpoints.ts';
import { integrationEndpoints } from './integration/endpoints.ts';
import { inventoryEndpoints } from './inventory/endpoints.ts';
import { journalEndpoints } from './journal/endpoints.ts';
import { exportEndpoints } from './exports/endpoints.ts';
import { monthEndEndpoints } from './month-end/endpoints.ts';
import { ordersEndpoints } from './orders/endpoints.ts';
import { pickingEndpoints } from './picking/endpoints.ts';
import { operationEndpoint } from './operations.ts';
import { printingEndpoints } from './printing/endpoints.ts';
import { purchaseEndpoints } from './purchase/endpoints.ts';
import { ratesEndpoints } from './rates/endpoints.ts';
import { qualityEndpoints } from './quality/endpoints.ts';
import { receivingEndpoints } from './receiving/endpoints.ts';
import { returnsEndpoints } from './returns/endpoints.ts';
import { shippingEndpoints } from './shipping/endpoints.ts';
import { transfersEndpoints } from './transfers/endpoints.ts';
import { vendorReturnsEndpoints } from './vendor-returns/endpoints.ts';
import { tasksEndpoints } from './tasks/endpoints.ts';
import { tenancyEndpoints } from './tenancy/endpoints.ts';
import { paperSettingsEndpoints } from './tenancy/paper-settings.ts';
import { channelsEndpoints } from './channels/endpoints.ts';
import { webhooksEndpoints } from './webhooks/endpoints.ts';
import { movesEndpoints } from './moves/endpoints.ts';
import { parcelsEndpoints } from './parcels/endpoints.ts';
import { yardEndpoints } from './yard/endpoints.ts';

const nounEndpoints: readonly Endpoint[] = [
  ...tenancyEndpoints,
  ...paperSettingsEndpoints,
  ...catalogEndpoints,
  ...inventoryEndpoints,
  ...countingEndpoints,
  ...importsEndpoints,
  ...receivingEndpoints,
  ...tasksEndpoints,
  ...pickingEndpoints,
  ...shippingEndpoints,
  ...transfersEndpoints,
  ...vendorReturnsEndpoints,
  ...qualityEndpoints,
  ...ordersEndpoints,
  ...returnsEndpoints,
  ...printingEndpoints,
  ...journalEndpoints,
  ...documentsEndpoints,
  ...ratesEndpoints,
  ...billingEndpoints,
  ...monthEndEndpoints,
  ...exportEndpoints,
  ...movesEndpoints,
  ...parcelsEndpoints,
  ...yardEndpoints,
  ...integrationEndpoints,
  ...purchaseEndpoints,
  ...drayageEndpoints,
  ...webhooksEndpoints,
  ...channelsEndpoints,
];

export const tenantEndpoints: readonly Endpoint[] = [
  operationEndpoint(operationAccess(nounEndpoints)),
  ...nounEndpoints,
];
