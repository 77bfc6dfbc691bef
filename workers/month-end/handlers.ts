/** The handlers of month-end. */
import type { monthEndCommands } from '../../queues/month-end/month-end.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { accrueRevenue } from './accrue-revenue.ts';
import { revalueBalances } from './revalue-balances.ts';

export const monthEndHandlers: HandlersOf<typeof monthEndCommands> = {
  accrueRevenue,
  revalueBalances,
};
