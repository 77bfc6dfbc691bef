/** The tenant surface of transport: its table of contents. The rest of it is on v1. */
import type { Endpoint } from '../../http/endpoint.ts';
import { carrierInvoiceEndpoints } from './carrier-invoices.ts';

export const transportEndpoints: readonly Endpoint[] = [...carrierInvoiceEndpoints];
