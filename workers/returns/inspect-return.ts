/** Records what inspection found of received units. */
import type { returnCommands } from '../../queues/returns/returns.ts';
import type { Handler } from '../engine/handler.ts';
import { inspectUnits } from './inspect-units.ts';

export const inspectReturn: Handler<typeof returnCommands.inspectReturn> = inspectUnits;
