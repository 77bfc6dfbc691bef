/** Commands of OMS inventory: the stock of organizations without a WMS. */
import { defineCommand } from '../engine/define-command.ts';
import { code, freeText, nullable, object, optional, qty, uuid } from '../schema.ts';

export const omsInventoryCommands = {
  adjustOmsInventory: defineCommand({
    name: 'oms.adjust_inventory',
    runs: 'inventory',
    summary: "Adjusts an item's OMS inventory by a signed quantity; standalone mode only.",
    input: object({
      item_id: uuid(),
      warehouse_id: optional(nullable(uuid())),
      qty_delta: qty(),
      reason_code: code(),
      note: optional(freeText()),
    }),
    result: object({ item_id: uuid(), warehouse_id: uuid() }),
  }),
};
