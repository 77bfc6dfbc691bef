/** The handlers of inventory. */
import type { inventoryCommands } from '../../queues/inventory/inventory.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { adjustInventory } from './adjust-inventory.ts';
import { createPallet } from './create-pallet.ts';
import { createReasonCode } from './create-reason-code.ts';
import { liftHold } from './lift-hold.ts';
import { moveStock } from './move-stock.ts';
import { placeHold } from './place-hold.ts';
import { updatePallet } from './update-pallet.ts';
import { updateReasonCode } from './update-reason-code.ts';

export const inventoryHandlers: HandlersOf<typeof inventoryCommands> = {
  adjustInventory,
  moveStock,
  placeHold,
  liftHold,
  createPallet,
  updatePallet,
  createReasonCode,
  updateReasonCode,
};
