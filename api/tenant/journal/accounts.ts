/** The chart of accounts. There is no GET of one account: the list carries every field and the balance. */
import { findAccount, listAccounts, type AccountRow } from '../../../db/journal/accounts.read.ts';
import { normalSide, systemKeys } from '../../../domain/journal/chart.ts';
import { toJsonNumber } from '../../../domain/decimal.ts';
import { accountCommands, accountSubtype, accountType } from '../../../queues/journal/accounts.ts';
import * as s from '../../../queues/schema.ts';
import { command, create, list, type Endpoint } from '../../http/endpoint.ts';
import { oneOf, pageOf } from '../../http/reads.ts';
import { pagedQuery, queryFlag, searchText } from '../../http/query-fields.ts';
import { present } from '../../http/present.ts';

const path = '/api/accounting/accounts';

const accountView = s.object({
  id: s.uuid(),
  code: s.text(20),
  name: s.text(150),
  type: accountType(),
  subtype: accountSubtype(),
  parent_id: s.nullable(s.uuid()),
  currency: s.nullable(s.currency()),
  system_key: s.nullable(s.choice(...systemKeys)),
  is_control: s.described(s.flag(), 'Posted to by documents only.'),
  is_active: s.flag(),
  description: s.freeText(),
  normal_side: s.choice('debit', 'credit'),
  balance: s.described(
    s.decimalNumber({ places: 4, below: 1e15 }),
    'In the base currency; positive on the normal side.',
  ),
  version: s.integer({ min: 1, max: 2 ** 31 - 1 }),
  created_at: s.instant(),
  updated_at: s.instant(),
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
      system_key: s.choice(...systemKeys),
      is_active: queryFlag(),
    }),
    returns: accountView,
    run: pageOf(listAccounts, show),
  }),
  create({
    path,
    summary: 'Add an account',
    permission: 'accounting.accounts',
    command: accountCommands.createAccount,
    respondWith: account,
    returns: accountView,
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
    returns: s.object({ id: s.uuid(), deleted: s.flag() }),
  }),
];
