/** Commands of packing. */
import { defineCommand } from '../engine/define-command.ts';
import { decimalNumber, flag, list, nullable, object, optional, qty, text, uuid } from '../schema.ts';

const measure = () => optional(nullable(decimalNumber({ places: 3, below: 1e6, positive: true })));
const result = object({ id: uuid() });

export const packingCommands = {
  packCarton: defineCommand({
    name: 'wms.pack_carton',
    runs: 'inline',
    summary: 'Packs picked units of a shipment into a carton, which gets its SSCC.',
    input: object({
      shipment_id: uuid(),
      lines: list(
        object({ item_id: uuid(), lot_no: optional(nullable(text(100))), qty: qty({ positive: true }) }),
        { min: 1, max: 500 },
      ),
      weight_kg: measure(),
      length_cm: measure(),
      width_cm: measure(),
      height_cm: measure(),
      print_label: optional(flag()),
    }),
    result,
  }),
  unpackCarton: defineCommand({
    name: 'wms.unpack_carton',
    runs: 'inline',
    summary: "Unpacks a carton of a shipment that is not packed yet; the carton's number is not used again.",
    input: object({ carton_id: uuid() }),
    result,
  }),
};
