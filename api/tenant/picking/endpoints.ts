/** The tenant surface of picking: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { packingEndpoints } from './packing.ts';
import { pickJobEndpoints } from './pick-jobs.ts';
import { pickTaskEndpoints } from './pick-tasks.ts';
import { waveTemplateEndpoints } from './wave-templates.ts';
import { waveEndpoints } from './waves.ts';

export const pickingEndpoints: readonly Endpoint[] = [
  ...waveTemplateEndpoints,
  ...waveEndpoints,
  ...pickTaskEndpoints,
  ...pickJobEndpoints,
  ...packingEndpoints,
];
