/** The tenant surface of billing: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { billingGapEndpoints } from './billing-gaps.ts';
import { billingRunEndpoints } from './billing-runs.ts';
import { chargeEndpoints } from './charges.ts';

export const billingEndpoints: readonly Endpoint[] = [
  ...billingRunEndpoints,
  ...billingGapEndpoints,
  ...chargeEndpoints,
];
