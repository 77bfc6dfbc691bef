/** The tenant surface of imports: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { importEndpoints } from './imports.ts';

export const importsEndpoints: readonly Endpoint[] = [...importEndpoints];
