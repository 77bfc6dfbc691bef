/** Rejects a return of which nothing was received. */
import type { returnCommands } from '../../queues/returns/returns.ts';
import type { Handler } from '../engine/handler.ts';
import { endReturn } from './end-return.ts';

export const rejectReturn: Handler<typeof returnCommands.rejectReturn> = (
  work,
  { return_id: id, ...ending },
) => endReturn(work, id, 'reject', ending);
