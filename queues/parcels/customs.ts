/** Commands of declarations to customs. */
import { contentsTypes, incoterms, taxIdKinds } from '../../domain/parcels/customs.ts';
import { countryCode, hsCode, unitValue } from '../catalog/customs-fields.ts';
import { defineCommand } from '../engine/define-command.ts';
import * as s from '../schema.ts';

const result = s.object({ id: s.uuid() });

/** One number of a tax office. */
export const taxId = s.object({
  of: s.described(s.choice('sender', 'recipient'), 'Whose it is.'),
  kind: s.described(s.choice(...taxIdKinds), 'Which of its numbers it is.'),
  number: s.described(s.text(50), 'The number itself.'),
  country: s.described(countryCode(), 'Who gave it.'),
});

/** More lines than these are no parcel. */
export const customsLinesMax = 500;

export const customsCommands = {
  declareCustoms: defineCommand({
    name: 'tms.declare_customs',
    runs: 'inline',
    summary: 'Declares to customs what a shipment sends across a border, and makes its commercial invoice.',
    input: s.object({
      shipment_id: s.uuid(),
      contents: s.optional(s.choice(...contentsTypes), 'Default merchandise.'),
      contents_note: s.optional(s.text(100), 'What they are: needed with contents other.'),
      incoterm: s.optional(
        s.choice(...incoterms),
        'Default DAP: the recipient pays duties and taxes. DDP: the sender does.',
      ),
      non_delivery: s.optional(
        s.choice('return', 'abandon'),
        'What becomes of it where nobody takes it. Default return.',
      ),
      currency: s.optional(s.currency(), "Default: the order's, else that of its items' customs values."),
      signed_by: s.optional(s.text(50), 'Who vouches for it. Default: you.'),
      export_filing: s.optional(
        s.text(50),
        'What the export was filed under, or is exempt by: an ITN, or NOEEI 30.37(a).',
      ),
      tax_ids: s.optional(s.list(taxId, { max: 10 })),
      lines: s.optional(
        s.described(
          s.list(
            s.object({
              item_id: s.uuid(),
              description: s.optional(s.text(100)),
              hs_code: s.optional(hsCode()),
              origin_country: s.optional(countryCode()),
              unit_value: s.optional(unitValue(), 'What one is worth.'),
              unit_weight_kg: s.optional(s.decimalNumber({ places: 6, below: 1e6, positive: true })),
            }),
            { max: customsLinesMax },
          ),
          'What is to be said of its items other than the catalog says, and other than their price in the order.',
        ),
      ),
    }),
    result,
  }),
  printInvoice: defineCommand({
    name: 'tms.print_customs_invoice',
    runs: 'print-dispatch',
    summary: 'Prints the commercial invoice of a declaration on a label printer.',
    input: s.object({
      declaration_id: s.uuid(),
      device_id: s.optional(s.nullable(s.uuid()), "By default the warehouse's default label printer."),
    }),
    result: s.object({ print_job_ids: s.listOf(s.uuid()) }),
  }),
};
