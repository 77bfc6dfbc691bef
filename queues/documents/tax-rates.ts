/** Tax rates by day: plain record keeping, so inline. */
import { defineCommand } from '../engine/define-command.ts';
import { nameText } from '../name.ts';
import * as s from '../schema.ts';
import { taxPercent } from './document-fields.ts';

const createdId = s.object({ id: s.uuid() });

const changeable = {
  tax_rate: taxPercent(),
  valid_from: s.date(),
};
const validTo = () => s.optional(s.nullable(s.date()), 'Its last day. Default: it stays in force.');

export const taxRateView = s.object({
  id: s.uuid(),
  tax_code: s.text(30),
  ...changeable,
  valid_to: s.nullable(s.date()),
  created_at: s.instant(),
  updated_at: s.instant(),
});

export const taxRateCommands = {
  createTaxRate: defineCommand({
    name: 'accounting.create_tax_rate',
    runs: 'inline',
    summary: 'Adds a rate of a tax code from a day on; drafts are taxed anew.',
    input: s.object({ tax_code: nameText(30), ...changeable, valid_to: validTo() }),
    result: createdId,
  }),
  updateTaxRate: defineCommand({
    name: 'accounting.update_tax_rate',
    runs: 'inline',
    summary: 'Changes a tax rate or its days; drafts are taxed anew, what is issued stays.',
    input: s.object({
      tax_rate_id: s.uuid(),
      tax_rate: s.optional(taxPercent()),
      valid_from: s.optional(s.date()),
      valid_to: validTo(),
    }),
    result: createdId,
  }),
  deleteTaxRate: defineCommand({
    name: 'accounting.delete_tax_rate',
    runs: 'inline',
    summary: 'Deletes a tax rate; drafts are taxed anew, what is issued stays.',
    input: s.object({ tax_rate_id: s.uuid() }),
    result: s.object({ id: s.uuid(), deleted: s.flag() }),
  }),
};
