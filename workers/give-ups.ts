/** What is set right when a command was given up after its last attempt, by the command's name; most leave nothing open. */
import { billingCommands } from '../queues/billing/billing.ts';
import { giveUpBillingRun } from './billing/give-up-billing-run.ts';
import type { FinalFailure } from './handler.ts';

export const finalFailuresByName: ReadonlyMap<string, FinalFailure> = new Map([
  [billingCommands.planBillingRun.name, giveUpBillingRun],
  [billingCommands.billMerchantStep.name, giveUpBillingRun],
]);
