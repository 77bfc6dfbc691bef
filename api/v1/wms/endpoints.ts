/** The v1 surface of the wms area: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { inventoryEndpoints } from './inventory.ts';
import { receiptEndpoints } from './receipts.ts';

export const wmsEndpoints: readonly Endpoint[] = [...inventoryEndpoints, ...receiptEndpoints];
