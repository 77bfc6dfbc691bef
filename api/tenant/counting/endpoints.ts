/** The tenant surface of counting: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { accuracyEndpoints } from './accuracy.ts';
import { countPlanEndpoints } from './count-plans.ts';
import { countEndpoints } from './counts.ts';

export const countingEndpoints: readonly Endpoint[] = [
  ...countEndpoints,
  ...countPlanEndpoints,
  ...accuracyEndpoints,
];
