/** The tenant surface of returns: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { inspectionPhotoEndpoints } from './inspection-photos.ts';
import { returnLookupEndpoint } from './lookup.ts';
import { returnRuleEndpoints } from './return-rules.ts';
import { returnTraceEndpoint } from './trace.ts';
import { returnCarrierLabelEndpoint } from './carrier-label.ts';
import { returnsOfOrdersEndpoints } from './returns.ts';

export const returnsEndpoints: readonly Endpoint[] = [
  ...returnsOfOrdersEndpoints,
  returnCarrierLabelEndpoint,
  ...inspectionPhotoEndpoints,
  returnLookupEndpoint,
  returnTraceEndpoint,
  ...returnRuleEndpoints,
];
