/** The handlers of inventory. */
import type { inventoryCommands } from '../../queues/wms/inventory.ts';
import type { HandlersOf } from '../handler.ts';
import { run as adjustInventory } from './adjust-inventory.ts';
import { run as createPallet } from './create-pallet.ts';
import { run as createReasonCode } from './create-reason-code.ts';
import { run as liftHold } from './lift-hold.ts';
import { run as moveStock } from './move-stock.ts';
import { run as placeHold } from './place-hold.ts';
import { run as updatePallet } from './update-pallet.ts';
import { run as updateReasonCode } from './update-reason-code.ts';

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
