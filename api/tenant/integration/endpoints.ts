/** The tenant surface of the integration: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { connectionEndpoints } from './connections.ts';
import { flowEndpoints } from './flows.ts';
import { inboxEndpoints } from './inbox.ts';

export const integrationEndpoints: readonly Endpoint[] = [
  ...connectionEndpoints,
  ...flowEndpoints,
  ...inboxEndpoints,
];
