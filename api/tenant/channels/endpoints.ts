/** The tenant surface of channels: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { agreementEndpoints } from './agreement.ts';
import { connectionLocationEndpoints } from './connection-locations.ts';
import { gapSearchEndpoints } from './gap-searches.ts';
import { pushEndpoints } from './pushes.ts';

export const channelsEndpoints: readonly Endpoint[] = [
  ...pushEndpoints,
  ...agreementEndpoints,
  ...connectionLocationEndpoints,
  ...gapSearchEndpoints,
];
