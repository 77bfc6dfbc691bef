/** The tenant surface of documents: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { agingEndpoints } from './aging.ts';
import { billEndpoints } from './bills.ts';
import { invoiceEndpoints } from './invoices.ts';
import { paymentEndpoints } from './payments.ts';
import { taxRateEndpoints } from './tax-rates.ts';

export const documentsEndpoints: readonly Endpoint[] = [
  ...invoiceEndpoints,
  ...billEndpoints,
  ...paymentEndpoints,
  ...agingEndpoints,
  ...taxRateEndpoints,
];
