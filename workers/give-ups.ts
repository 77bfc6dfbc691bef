/** The cleanup for commands that were given up after their last attempt, by command name; most leave nothing open. */
import { billingCommands } from '../queues/billing/billing.ts';
import { importCommands } from '../queues/imports/imports.ts';
import { integrationCommands } from '../queues/integration/commands.ts';
import { parcelCommands } from '../queues/parcels/parcels.ts';
import { giveUpBillingRun, giveUpBillingStep } from './billing/give-up-billing-run.ts';
import { giveUpImport } from './imports/give-up-import.ts';
import { giveUpEvent, giveUpRun } from './integration/give-up-event.ts';
import { giveUpChoosing } from './parcels/choose-label.ts';
import type { FinalFailure } from './engine/handler.ts';

export const finalFailuresByName: ReadonlyMap<string, FinalFailure> = new Map<string, FinalFailure>([
  [billingCommands.planBillingRun.name, giveUpBillingRun],
  [billingCommands.billMerchantStep.name, giveUpBillingStep],
  [importCommands.importChunk.name, giveUpImport],
  [integrationCommands.processEvent.name, giveUpEvent],
  [integrationCommands.replayEvent.name, giveUpEvent],
  [integrationCommands.resumeRun.name, giveUpRun],
  [parcelCommands.chooseLabel.name, giveUpChoosing],
]);
