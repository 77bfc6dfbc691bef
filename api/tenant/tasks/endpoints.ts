/** The tenant surface of tasks: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { taskEndpoints } from './tasks.ts';
import { workEndpoints } from './work.ts';

export const tasksEndpoints: readonly Endpoint[] = [...taskEndpoints, ...workEndpoints];
