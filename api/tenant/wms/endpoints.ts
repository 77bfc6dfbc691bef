/** The tenant surface of the wms area: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { countEndpoints } from './counts.ts';
import { importEndpoints } from './imports.ts';
import { inventoryEndpoints } from './inventory.ts';
import { masterDataEndpoints } from './master-data.ts';
import { palletEndpoints } from './pallets.ts';
import { reasonCodeEndpoints } from './reason-codes.ts';
import { receiptEndpoints } from './receipts.ts';
import { shipmentEndpoints } from './shipments.ts';
import { statementEndpoint } from './stock-statement.ts';
import { taskEndpoints } from './tasks.ts';

export const wmsEndpoints: readonly Endpoint[] = [
  ...masterDataEndpoints,
  ...inventoryEndpoints,
  statementEndpoint,
  ...countEndpoints,
  ...importEndpoints,
  ...palletEndpoints,
  ...reasonCodeEndpoints,
  ...receiptEndpoints,
  ...taskEndpoints,
  ...shipmentEndpoints,
];
