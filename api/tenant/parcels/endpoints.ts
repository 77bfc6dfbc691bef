/** The tenant surface of parcels: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { accountEndpoints } from './accounts.ts';
import { carrierRuleEndpoints } from './carrier-rules.ts';
import { customsEndpoints } from './customs.ts';
import { labelEndpoints } from './labels.ts';
import { manifestEndpoints } from './manifests.ts';
import { rateEndpoints } from './rates.ts';

export const parcelsEndpoints: readonly Endpoint[] = [
  ...accountEndpoints,
  ...carrierRuleEndpoints,
  ...rateEndpoints,
  ...customsEndpoints,
  ...labelEndpoints,
  ...manifestEndpoints,
];
