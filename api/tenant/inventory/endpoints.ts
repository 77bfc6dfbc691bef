/** The tenant surface of inventory: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { stockEndpoints } from './inventory.ts';
import { lotHoldEndpoints } from './lot-holds.ts';
import { lotShipmentsEndpoint } from './lot-shipments.ts';
import { palletEndpoints } from './pallets.ts';
import { reasonCodeEndpoints } from './reason-codes.ts';
import { serialEndpoints } from './serials.ts';
import { statementEndpoint } from './stock-statement.ts';

export const inventoryEndpoints: readonly Endpoint[] = [
  ...stockEndpoints,
  statementEndpoint,
  ...lotHoldEndpoints,
  lotShipmentsEndpoint,
  ...palletEndpoints,
  ...serialEndpoints,
  ...reasonCodeEndpoints,
];
