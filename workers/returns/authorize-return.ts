/** Authorizes a return and makes its receipt, once: the return's lock makes two at once take turns. */
import { lockReturn } from '../../db/returns/returns.write.ts';
import type { returnCommands } from '../../queues/returns/returns.ts';
import type { Handler } from '../engine/handler.ts';
import { authorizeUnits } from './authorize-units.ts';

export const authorizeReturn: Handler<typeof returnCommands.authorizeReturn> = async (
  work,
  { return_id: id },
) => {
  const found = await lockReturn(work.tx, id);
  if (found.status !== 'authorized') await authorizeUnits(work, found);
  return { id: found.id };
};
