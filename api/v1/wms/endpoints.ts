/** The v1 surface of the wms area: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { inventoryEndpoints } from './inventory.ts';
import { loadEndpoints } from './loads.ts';
import { moveEndpoints } from './moves.ts';
import { receiptEndpoints } from './receipts.ts';
import { shipmentEndpoints } from './shipments.ts';
import { transferEndpoints } from './transfers.ts';
import { waveEndpoints } from './waves.ts';

export const wmsEndpoints: readonly Endpoint[] = [
  ...inventoryEndpoints,
  ...receiptEndpoints,
  ...shipmentEndpoints,
  ...waveEndpoints,
  ...loadEndpoints,
  ...moveEndpoints,
  ...transferEndpoints,
];
