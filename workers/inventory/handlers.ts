/** The handlers of inventory. */
import type { inventoryCommands } from '../../queues/inventory/inventory.ts';
import type { lotHoldCommands } from '../../queues/inventory/lot-holds.ts';
import type { plateCommands } from '../../queues/inventory/plates.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { adjustInventory } from './adjust-inventory.ts';
import { createPallet } from './create-pallet.ts';
import { createReasonCode } from './create-reason-code.ts';
import { followExpiry } from './follow-expiry.ts';
import { holdLot } from './hold-lot.ts';
import { liftHold } from './lift-hold.ts';
import { consolidatePallets } from '../moves/plates/consolidate-pallets.ts';
import { mergePallets } from '../moves/plates/merge-pallets.ts';
import { moveStock } from './move-stock.ts';
import { placeHold } from './place-hold.ts';
import { releaseLot } from './release-lot.ts';
import { splitPallet } from '../moves/plates/split-pallet.ts';
import { updatePallet } from '../moves/plates/update-pallet.ts';
import { updateReasonCode } from './update-reason-code.ts';

export const inventoryHandlers: HandlersOf<
  typeof inventoryCommands & typeof lotHoldCommands & typeof plateCommands
> = {
  adjustInventory,
  moveStock,
  placeHold,
  liftHold,
  holdLot,
  releaseLot,
  followExpiry,
  createPallet,
  updatePallet,
  consolidatePallets,
  mergePallets,
  splitPallet,
  createReasonCode,
  updateReasonCode,
};
