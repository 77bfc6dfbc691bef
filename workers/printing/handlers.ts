/** The handler of every printing command: a missing, extra or wrong one does not compile. */
import type { printingCommands } from '../../queues/printing/commands.ts';
import type { HandlersOf } from '../handler.ts';

export const printingHandlers: HandlersOf<typeof printingCommands> = {};
