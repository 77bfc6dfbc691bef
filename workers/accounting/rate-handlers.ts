/** The handler of every command on rates and rules. */
import type { rateCommands } from '../../queues/accounting/rates.ts';
import type { HandlersOf } from '../handler.ts';
import { run as activateRateSheet } from './activate-rate-sheet.ts';
import { run as addRateLine } from './add-rate-line.ts';
import { run as archiveRateSheet } from './archive-rate-sheet.ts';
import { run as createBillingItem } from './create-billing-item.ts';
import { run as createBillingRule } from './create-billing-rule.ts';
import { run as createRateSheet } from './create-rate-sheet.ts';
import { run as deleteBillingItem } from './delete-billing-item.ts';
import { run as deleteBillingRule } from './delete-billing-rule.ts';
import { run as deleteRateLine } from './delete-rate-line.ts';
import { run as deleteRateSheet } from './delete-rate-sheet.ts';
import { run as reviseRateSheet } from './revise-rate-sheet.ts';
import { run as updateBillingItem } from './update-billing-item.ts';
import { run as updateBillingRule } from './update-billing-rule.ts';
import { run as updateRateLine } from './update-rate-line.ts';
import { run as updateRateSheet } from './update-rate-sheet.ts';

export const rateHandlers: HandlersOf<typeof rateCommands> = {
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
