/** The handlers of billing runs and charges. */
import type { billingCommands } from '../../queues/billing/billing.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { billMerchantStep } from './bill-merchant-step.ts';
import { planBillingRun } from './plan-billing-run.ts';
import { recordCharge } from './record-charge.ts';
import { startBillingRun } from './start-billing-run.ts';
import { takeInventorySnapshots } from './take-inventory-snapshots.ts';

export const billingHandlers: HandlersOf<typeof billingCommands> = {
  startBillingRun,
  planBillingRun,
  billMerchantStep,
  takeInventorySnapshots,
  recordCharge,
};
