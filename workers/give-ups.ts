/** What is set right when a command was given up after its last attempt, by the command's name; most leave nothing open. */
import { billingCommands } from '../queues/accounting/billing.ts';
import { giveUpBillingRun } from './accounting/give-up-billing-run.ts';
import type { GiveUp } from './handler.ts';

export const giveUpsByName: ReadonlyMap<string, GiveUp> = new Map([
  [billingCommands.planBillingRun.name, giveUpBillingRun],
  [billingCommands.billMerchantStep.name, giveUpBillingRun],
]);
