/** The handlers of rates and rules. */
import type { rateCommands } from '../../queues/rates/rates.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { activateRateSheet } from './activate-rate-sheet.ts';
import { addRateLine } from './add-rate-line.ts';
import { archiveRateSheet } from './archive-rate-sheet.ts';
import { createBillingItem } from './create-billing-item.ts';
import { createBillingRule } from './create-billing-rule.ts';
import { createRateSheet } from './create-rate-sheet.ts';
import { deleteBillingItem } from './delete-billing-item.ts';
import { deleteBillingRule } from './delete-billing-rule.ts';
import { deleteRateLine } from './delete-rate-line.ts';
import { deleteRateSheet } from './delete-rate-sheet.ts';
import { reviseRateSheet } from './revise-rate-sheet.ts';
import { updateBillingItem } from './update-billing-item.ts';
import { updateBillingRule } from './update-billing-rule.ts';
import { updateRateLine } from './update-rate-line.ts';
import { updateRateSheet } from './update-rate-sheet.ts';

export const ratesHandlers: HandlersOf<typeof rateCommands> = {
  createBillingItem,
  updateBillingItem,
  deleteBillingItem,
  createRateSheet,
  updateRateSheet,
  activateRateSheet,
  archiveRateSheet,
  reviseRateSheet,
  deleteRateSheet,
  addRateLine,
  updateRateLine,
  deleteRateLine,
  createBillingRule,
  updateBillingRule,
  deleteBillingRule,
};
