/** The tenant surface of the printing area: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { deviceEndpoints } from './devices.ts';
import { hubEndpoints } from './hubs.ts';
import { printJobEndpoints } from './print-jobs.ts';

export const printingEndpoints: readonly Endpoint[] = [
  ...printJobEndpoints,
  ...deviceEndpoints,
  ...hubEndpoints,
];
