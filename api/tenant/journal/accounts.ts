/** The chart of accounts. There is no GET of one account: the list carries every field and the balance. */
import { findAccount, listAccounts, type AccountRow } from '../../../db/journal/accounts.read.ts';
import { normalSide, systemKeys } from '../../../domain/journal/chart.ts';
import { toJsonNumber } from '../../../domain/decimal.ts';
import { accountCommands, accountSubtype, accountType } from '../../../queues/journal/accounts.ts';
import {
  choice,
  currency,
  decimalNumber,
  described,
  flag,
  freeText,
  instant,
  integer,
  nullable,
  object,
  text,
  uuid,
} from '../../../queues/schema.ts';
import { command, list, type Endpoint } from '../../http/endpoint.ts';
import { oneOf, pageOf } from '../../http/reads.ts';
import { pagedQuery, queryFlag, searchText } from '../../http/query-fields.ts';
import { present } from '../../http/present.ts';

const path = '/api/accounting/accounts';

const accountView = object({
  id: uuid(),
  code: text(20),
  name: text(150),
  type: accountType(),
  subtype: accountSubtype(),
  parent_id: nullable(uuid()),
  currency: nullable(currency()),
  system_key: nullable(choice(...systemKeys)),
  is_control: described(flag(), 'Posted to by documents only.'),
  is_active: flag(),
  description: freeText(),
  normal_side: choice('debit', 'credit'),
  balance: described(
    decimalNumber({ places: 4, below: 1e15 }),
    'In the base currency; positive on the normal side.',
  ),
  version: integer({ min: 1, max: 2 ** 31 - 1 }),
  created_at: instant(),
  updated_at: instant(),
});

function show({ net, ...account }: AccountRow) {
  const side = normalSide(account.type);
  const balance = toJsonNumber(net);
  // Adding zero turns a negative zero into a plain one.
  return present(accountView, {
    ...account,
    normal_side: side,
    balance: (side === 'debit' ? balance : -balance) + 0,
  });
}

const account = oneOf('account', findAccount, show);

export const accountEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Accounts with their balances, by code',
    permission: 'accounting.view',
    query: pagedQuery({
      q: searchText(100),
      type: accountType(),
      subtype: accountSubtype(),
      system_key: choice(...systemKeys),
      is_active: queryFlag(),
    }),
    returns: accountView,
    run: pageOf(listAccounts, show),
  }),
  command({
    method: 'POST',
    path,
    summary: 'Add an account',
    permission: 'accounting.accounts',
    command: accountCommands.createAccount,
    respondWith: account,
    returns: accountView,
    status: 201,
  }),
  command({
    method: 'PATCH',
    path: `${path}/{id}`,
    summary: 'Change or archive an account',
    description: 'Type and currency cannot change once something was posted to it: 409 ACCOUNT_IN_USE.',
    permission: 'accounting.accounts',
    command: accountCommands.updateAccount,
    pathToInput: { id: 'account_id' },
    respondWith: account,
    returns: accountView,
  }),
  command({
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: 'Delete an unused account; 409 ACCOUNT_IN_USE otherwise',
    permission: 'accounting.accounts',
    command: accountCommands.deleteAccount,
    pathToInput: { id: 'account_id' },
    returns: object({ id: uuid(), deleted: flag() }),
  }),
];
