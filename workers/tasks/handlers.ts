/** The handlers of work of every kind. */
import type { workCommands } from '../../queues/tasks/work.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { claimWork } from './claim-work.ts';
import { returnIdleWork } from './return-idle-work.ts';

export const tasksHandlers: HandlersOf<typeof workCommands> = { claimWork, returnIdleWork };
