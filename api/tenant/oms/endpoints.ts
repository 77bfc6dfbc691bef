/** The tenant surface of the oms area: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { omsMasterDataEndpoints } from './master-data.ts';

export const omsEndpoints: readonly Endpoint[] = [...omsMasterDataEndpoints];
