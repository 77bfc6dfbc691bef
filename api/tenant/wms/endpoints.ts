/** The tenant surface of the wms area: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { countEndpoints } from './counts.ts';
import { documentEndpoints } from './documents.ts';
import { importEndpoints } from './imports.ts';
import { inventoryEndpoints } from './inventory.ts';
import { loadEndpoints } from './loads.ts';
import { masterDataEndpoints } from './master-data.ts';
import { packingEndpoints } from './packing.ts';
import { palletEndpoints } from './pallets.ts';
import { pickTaskEndpoints } from './pick-tasks.ts';
import { reasonCodeEndpoints } from './reason-codes.ts';
import { receiptEndpoints } from './receipts.ts';
import { shipmentEndpoints } from './shipments.ts';
import { statementEndpoint } from './stock-statement.ts';
import { taskEndpoints } from './tasks.ts';
import { waveEndpoints } from './waves.ts';

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
  ...waveEndpoints,
  ...pickTaskEndpoints,
  ...packingEndpoints,
  ...loadEndpoints,
  ...documentEndpoints,
];
