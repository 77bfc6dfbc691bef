/** Tax rates by day. */
import { findTaxRate, listTaxRates } from '../../../db/documents/taxes/tax-rates.read.ts';
import { taxRateCommands, taxRateView } from '../../../queues/documents/tax-rates.ts';
import * as s from '../../../queues/schema.ts';
import { command, create, list, query, type Endpoint } from '../../http/endpoint.ts';
import { byId, oneOf, pageOf } from '../../http/reads.ts';
import { pagedQuery } from '../../http/query-fields.ts';
import { shownAs } from '../../http/present.ts';

const path = '/api/accounting/tax-rates';

const rate = oneOf('tax rate', findTaxRate, shownAs(taxRateView));

export const taxRateEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Tax rates by day, by code, the newest first',
    description:
      "A rate goes before the tax_rate of the billing items with its tax_code on the days it is in force; on other days the item's own holds. Which day counts is the setting tax_date: the invoice's, or the last day of service of each line. Drafts follow until they are issued; what is issued stays as it is, and credit notes follow the invoice they correct.",
    permission: 'accounting.view',
    query: pagedQuery({
      tax_code: s.described(s.text(30), 'The rates of this code.'),
      on_day: s.described(s.date(), 'Those in force on this day.'),
    }),
    returns: taxRateView,
    run: pageOf(listTaxRates, shownAs(taxRateView)),
  }),
  create({
    path,
    summary: 'Add a tax rate; 409 CONFLICT when the code has another on one of its days',
    permission: 'billing.rates',
    command: taxRateCommands.createTaxRate,
    respondWith: rate,
    returns: taxRateView,
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One tax rate',
    permission: 'accounting.view',
    returns: taxRateView,
    run: byId(rate),
  }),
  command({
    method: 'PATCH',
    path: `${path}/{id}`,
    summary: 'Change a tax rate or its days',
    permission: 'billing.rates',
    command: taxRateCommands.updateTaxRate,
    pathToInput: { id: 'tax_rate_id' },
    respondWith: rate,
    returns: taxRateView,
  }),
  command({
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: 'Delete a tax rate',
    permission: 'billing.rates',
    command: taxRateCommands.deleteTaxRate,
    pathToInput: { id: 'tax_rate_id' },
    returns: taxRateCommands.deleteTaxRate.result,
  }),
];
