/** The handler of every command of billing runs and charges. */
import type { billingCommands } from '../../queues/accounting/billing.ts';
import type { HandlersOf } from '../handler.ts';
import { run as billMerchantStep } from './bill-merchant-step.ts';
import { run as planBillingRun } from './plan-billing-run.ts';
import { run as recordCharge } from './record-charge.ts';
import { run as startBillingRun } from './start-billing-run.ts';
import { run as takeInventorySnapshots } from './take-inventory-snapshots.ts';

export const billingHandlers: HandlersOf<typeof billingCommands> = {
  startBillingRun,
  planBillingRun,
  billMerchantStep,
  takeInventorySnapshots,
  recordCharge,
};
