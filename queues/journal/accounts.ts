/** Commands of the chart of accounts: plain record keeping, so inline. */
import { accountSubtypes, accountTypes } from '../../domain/journal/chart.ts';
import { defineCommand } from '../engine/define-command.ts';
import { nameText } from '../name.ts';
import * as s from '../schema.ts';

export const accountType = () => s.choice(...accountTypes);
export const accountSubtype = () =>
  s.described(
    s.choice(...accountSubtypes),
    'Must belong to the type: bank and cash are assets, tax is a liability, ...',
  );

export const accountCommands = {
  createAccount: defineCommand({
    name: 'accounting.create_account',
    runs: 'inline',
    summary: 'Adds an account to the chart.',
    input: s.object({
      code: s.code(20),
      name: nameText(150),
      type: accountType(),
      subtype: accountSubtype(),
      parent_id: s.optional(s.nullable(s.uuid())),
      currency: s.optional(s.nullable(s.currency())),
      description: s.optional(s.freeText()),
    }),
    result: s.object({ id: s.uuid() }),
  }),
  updateAccount: defineCommand({
    name: 'accounting.update_account',
    runs: 'inline',
    summary: 'Changes an account; type and currency are fixed once it has postings.',
    input: s.object({
      account_id: s.uuid(),
      code: s.optional(s.code(20)),
      name: s.optional(nameText(150)),
      type: s.optional(accountType()),
      subtype: s.optional(accountSubtype()),
      parent_id: s.optional(s.nullable(s.uuid())),
      currency: s.optional(s.nullable(s.currency())),
      is_active: s.optional(s.flag()),
      description: s.optional(s.freeText()),
    }),
    result: s.object({ id: s.uuid() }),
  }),
  deleteAccount: defineCommand({
    name: 'accounting.delete_account',
    runs: 'inline',
    summary: 'Deletes an account that was never used; archive others with is_active.',
    input: s.object({ account_id: s.uuid() }),
    result: s.object({ id: s.uuid(), deleted: s.flag() }),
  }),
};
