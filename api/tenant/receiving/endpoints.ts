/** The tenant surface of receiving: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { receiptEndpoints } from './receipts.ts';

export const receivingEndpoints: readonly Endpoint[] = [...receiptEndpoints];
