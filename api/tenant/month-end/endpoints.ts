/** The tenant surface of month-end: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { closingEndpoints } from './month-end.ts';

export const monthEndEndpoints: readonly Endpoint[] = [...closingEndpoints];
