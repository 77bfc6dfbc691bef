/** The label of a parcel that comes back: printed here, or bought from a carrier. */
import { defineCommand } from '../engine/define-command.ts';
import { carrierOptions } from '../parcels/carrier-options.ts';
import { measure } from '../parcels/parcels.ts';
import * as s from '../schema.ts';

export const returnLabelCommands = {
  printReturnLabel: defineCommand({
    name: 'oms.print_return_label',
    runs: 'print-dispatch',
    summary: 'Prints the label of a parcel that comes back, with the number of its return to scan.',
    input: s.object({
      return_id: s.uuid(),
      copies: s.optional(s.integer({ min: 1, max: 100 })),
      device_id: s.optional(s.nullable(s.uuid()), "Default: the warehouse's printer."),
    }),
    result: s.object({ id: s.uuid(), print_job_id: s.uuid() }),
  }),
  buyReturnLabel: defineCommand({
    name: 'oms.buy_return_label',
    runs: 'inline',
    summary:
      'Says that the label of a parcel that comes back is to be bought; it is then bought outside of any transaction.',
    input: s.object({
      return_id: s.uuid(),
      account_id: s.uuid(),
      service_code: s.text(100),
      ship_from: s.optional(
        s.described(s.nullable(s.openObject()), "Where it comes from. Default: the order's address."),
      ),
      weight_kg: s.optional(measure(), 'Default: what its items weigh.'),
      options: carrierOptions('Passed on to the carrier as they are.'),
      print: s.optional(
        s.flag(),
        'Whether ZPL is printed in the warehouse as soon as it is bought. Default false: whoever sends the parcel gets the file.',
      ),
      device_id: s.optional(s.nullable(s.uuid()), "By default the warehouse's default label printer."),
    }),
    result: s.object({ id: s.uuid() }),
  }),
};
