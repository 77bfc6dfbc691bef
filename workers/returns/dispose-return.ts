/** Decides what becomes of inspected units. */
import type { returnCommands } from '../../queues/returns/returns.ts';
import type { Handler } from '../engine/handler.ts';
import { disposeUnits } from './dispose-units.ts';

export const disposeReturn: Handler<typeof returnCommands.disposeReturn> = disposeUnits;
