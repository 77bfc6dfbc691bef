/** The tenant surface of tasks: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { taskEndpoints } from './tasks.ts';

export const tasksEndpoints: readonly Endpoint[] = [...taskEndpoints];
