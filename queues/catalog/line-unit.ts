/** The unit a line of an order or a shipment is asked for in. */
import * as s from '../schema.ts';

export const lineUnit = () => ({
  uom: s.optional(
    s.nullable(s.text(20)),
    "One of the item's units, which qty counts, as it is then; default: its base unit.",
  ),
  uom_qty: s.optional(
    s.nullable(s.qty()),
    'How many of uom, as a line that was read says it: qty is in base units then, and has to agree (400 qty_differs).',
  ),
});

/** What a line shows of it. */
export const shownUnit = {
  uom: s.described(s.nullable(s.freeText()), 'The unit it was asked for in; null: the base unit.'),
  uom_qty: s.described(s.nullable(s.qty()), 'How many of uom were asked for; qty is in base units.'),
};
