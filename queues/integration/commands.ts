/** Every command of the integration: connections, mappings, flows, inbound events. */
import { connectionCommands } from './connections.ts';
import { flowCommands } from './flows.ts';

export const integrationCommands = { ...connectionCommands, ...flowCommands };
