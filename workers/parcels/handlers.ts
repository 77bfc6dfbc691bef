/** The handlers of carriers' accounts and labels. */
import type { carrierRuleCommands } from '../../queues/parcels/carrier-rules.ts';
import type { customsCommands } from '../../queues/parcels/customs.ts';
import type { manifestCommands } from '../../queues/parcels/manifests.ts';
import type { parcelCommands } from '../../queues/parcels/parcels.ts';
import type { rateCommands } from '../../queues/parcels/rates.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { buyLabel } from './buy-label.ts';
import { createCarrierRule, dryRunCarrierRules, updateCarrierRule } from './carrier-rules.ts';
import { chooseLabel } from './choose-label.ts';
import { declareCustoms, printInvoice } from './declare-customs.ts';
import { createAccount } from './create-account.ts';
import { rateParcel } from './rate-parcel.ts';
import { followRefund } from './follow-refunds.ts';
import { followParcel, recordTracking } from './track-parcels.ts';
import { acceptLabel, adoptLabel, giveUpLabel, retryLabel } from './resolve-label.ts';
import { settleLabel } from './settle-label.ts';
import { adoptManifest, createManifest, giveUpManifest, retryManifest, settleManifest } from './manifests.ts';
import { readSigningKeys } from './signing-keys.ts';
import { testAccount, updateAccount } from './update-account.ts';
import { reprintLabel, voidLabel } from './void-label.ts';

export const parcelsHandlers: HandlersOf<
  typeof parcelCommands &
    typeof rateCommands &
    typeof carrierRuleCommands &
    typeof customsCommands &
    typeof manifestCommands
> = {
  createAccount,
  updateAccount,
  testAccount,
  rateParcel,
  createCarrierRule,
  updateCarrierRule,
  dryRunCarrierRules,
  declareCustoms,
  printInvoice,
  buyLabel,
  chooseLabel,
  settleLabel,
  recordTracking,
  readSigningKeys,
  followParcel,
  followRefund,
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
