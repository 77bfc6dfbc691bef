/** The tenant surface of rates: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { billingItemEndpoints } from './billing-items.ts';
import { billingRuleEndpoints } from './billing-rules.ts';
import { rateSheetEndpoints } from './rate-sheets.ts';

export const ratesEndpoints: readonly Endpoint[] = [
  ...billingItemEndpoints,
  ...rateSheetEndpoints,
  ...billingRuleEndpoints,
];
