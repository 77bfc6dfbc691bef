/** The handler of every integration command: a missing, extra or wrong one does not compile. */
import type { integrationCommands } from '../../queues/integration/commands.ts';
import type { HandlersOf } from '../handler.ts';

export const integrationHandlers: HandlersOf<typeof integrationCommands> = {};
