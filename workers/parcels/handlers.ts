/** The handlers of carriers' accounts and labels. */
import type { carrierRuleCommands } from '../../queues/parcels/carrier-rules.ts';
import type { manifestCommands } from '../../queues/parcels/manifests.ts';
import type { parcelCommands } from '../../queues/parcels/parcels.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { acceptLabel } from './accept-label.ts';
import { buyLabel } from './buy-label.ts';
import { createCarrierRule, updateCarrierRule } from './carrier-rule-records.ts';
import { chooseLabel } from './choose-label.ts';
import { createAccount } from './create-account.ts';
import { createManifest } from './create-manifest.ts';
import { dryRunCarrierRules } from './dry-run-carrier-rules.ts';
import { followParcel } from './follow-parcel.ts';
import { rateParcel } from './rate-parcel.ts';
import { recordTracking } from './record-tracking.ts';
import { reprintLabel } from './reprint-label.ts';
import { adoptLabel, giveUpLabel, retryLabel } from './resolve-label.ts';
import { settleLabel } from './settle-label.ts';
import { adoptManifest, giveUpManifest, retryManifest, settleManifest } from './settle-manifest.ts';
import { testAccount } from './test-account.ts';
import { updateAccount } from './update-account.ts';
import { voidLabel } from './void-label.ts';

export const parcelsHandlers: HandlersOf<
  typeof parcelCommands & typeof carrierRuleCommands & typeof manifestCommands
> = {
  createAccount,
  updateAccount,
  testAccount,
  rateParcel,
  createCarrierRule,
  updateCarrierRule,
  dryRunCarrierRules,
  buyLabel,
  chooseLabel,
  settleLabel,
  recordTracking,
  followParcel,
  acceptLabel,
  voidLabel,
  reprintLabel,
  adoptLabel,
  retryLabel,
  giveUpLabel,
  createManifest,
  settleManifest,
  adoptManifest,
  retryManifest,
  giveUpManifest,
};
