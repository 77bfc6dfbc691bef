/** The handler of every accounting command: a missing, extra or wrong one does not compile. */
import type { accountingCommands } from '../../queues/accounting/commands.ts';
import type { HandlersOf } from '../handler.ts';
import { billingHandlers } from './billing-handlers.ts';
import { ledgerHandlers } from './ledger-handlers.ts';
import { rateHandlers } from './rate-handlers.ts';

export const accountingHandlers: HandlersOf<typeof accountingCommands> = {
  ...ledgerHandlers,
  ...rateHandlers,
  ...billingHandlers,
};
