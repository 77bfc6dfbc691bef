/** The tenant surface of channels: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { connectionLocationEndpoints } from './connection-locations.ts';
import { gapSearchEndpoints } from './gap-searches.ts';
import { pushEndpoints } from './pushes.ts';

export const channelsEndpoints: readonly Endpoint[] = [
  ...pushEndpoints,
  ...connectionLocationEndpoints,
  ...gapSearchEndpoints,
];
