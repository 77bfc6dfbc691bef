/** Commands of the chart of accounts: plain record keeping, so inline. */
import { accountSubtypes, accountTypes } from '../../domain/journal/chart.ts';
import { defineCommand } from '../engine/define-command.ts';
import {
  choice,
  code,
  currency,
  described,
  flag,
  freeText,
  nullable,
  object,
  optional,
  text,
  uuid,
} from '../schema.ts';

export const accountType = () => choice(...accountTypes);
export const accountSubtype = () =>
  described(
    choice(...accountSubtypes),
    'Must belong to the type: bank and cash are assets, tax is a liability, ...',
  );

export const accountCommands = {
  createAccount: defineCommand({
    name: 'accounting.create_account',
    runs: 'inline',
    summary: 'Adds an account to the chart.',
    input: object({
      code: code(20),
      name: text(150),
      type: accountType(),
      subtype: accountSubtype(),
      parent_id: optional(nullable(uuid())),
      currency: optional(nullable(currency())),
      description: optional(freeText()),
    }),
    result: object({ id: uuid() }),
  }),
  updateAccount: defineCommand({
    name: 'accounting.update_account',
    runs: 'inline',
    summary: 'Changes an account; type and currency are fixed once it has postings.',
    input: object({
      account_id: uuid(),
      code: optional(code(20)),
      name: optional(text(150)),
      type: optional(accountType()),
      subtype: optional(accountSubtype()),
      parent_id: optional(nullable(uuid())),
      currency: optional(nullable(currency())),
      is_active: optional(flag()),
      description: optional(freeText()),
    }),
    result: object({ id: uuid() }),
  }),
  deleteAccount: defineCommand({
    name: 'accounting.delete_account',
    runs: 'inline',
    summary: 'Deletes an account that was never used; archive others with is_active.',
    input: object({ account_id: uuid() }),
    result: object({ id: uuid(), deleted: flag() }),
  }),
};
