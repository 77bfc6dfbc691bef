/** Every command of the integration: connections, mappings, flows, what comes in. */
import { connectionCommands } from './connections.ts';
import { flowCommands } from './flows.ts';

export const integrationCommands = { ...connectionCommands, ...flowCommands };
