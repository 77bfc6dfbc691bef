/** The handlers of carriers' accounts and labels. */
import type { parcelCommands } from '../../queues/parcels/parcels.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { buyLabel } from './buy-label.ts';
import { createAccount } from './create-account.ts';
import { rateParcel } from './rate-parcel.ts';
import { reprintLabel } from './reprint-label.ts';
import { adoptLabel, giveUpLabel, retryLabel } from './resolve-label.ts';
import { settleLabel } from './settle-label.ts';
import { testAccount } from './test-account.ts';
import { updateAccount } from './update-account.ts';
import { voidLabel } from './void-label.ts';

export const parcelsHandlers: HandlersOf<typeof parcelCommands> = {
  createAccount,
  updateAccount,
  testAccount,
  rateParcel,
  buyLabel,
  settleLabel,
  voidLabel,
  reprintLabel,
  adoptLabel,
  retryLabel,
  giveUpLabel,
};
