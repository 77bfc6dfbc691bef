/** Billing rules: which activity becomes which billing item. */
import { findBillingRule, listBillingRules } from '../../../db/rates/billing-rules.read.ts';
import { billingRuleCommands, billingRuleView } from '../../../queues/rates/billing-rules.ts';
import { deletedView } from '../../../queues/rates/rate-fields.ts';
import { choice, text, uuid } from '../../../queues/schema.ts';
import { command, create, list, query, type Endpoint } from '../../http/endpoint.ts';
import { byId, oneOf, pageOf } from '../../http/reads.ts';
import { pagedQuery, queryFlag, searchText } from '../../http/query-fields.ts';
import { shownAs } from '../../http/present.ts';

const path = '/api/accounting/billing/rules';

const rule = oneOf('billing rule', findBillingRule, shownAs(billingRuleView));

export const billingRuleEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Billing rules, in the order they are tried',
    permission: 'accounting.view',
    query: pagedQuery({
      q: searchText(100),
      event: text(60),
      effect: choice('charge', 'no_charge'),
      billing_item_id: uuid(),
      merchant_id: uuid(),
      is_active: queryFlag(),
    }),
    returns: billingRuleView,
    run: pageOf(listBillingRules, shownAs(billingRuleView)),
  }),
  create({
    path,
    summary: 'Add a billing rule',
    permission: 'billing.rates',
    command: billingRuleCommands.createBillingRule,
    respondWith: rule,
    returns: billingRuleView,
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One billing rule',
    permission: 'accounting.view',
    returns: billingRuleView,
    run: byId(rule),
  }),
  command({
    method: 'PATCH',
    path: `${path}/{id}`,
    summary: 'Change a billing rule',
    permission: 'billing.rates',
    command: billingRuleCommands.updateBillingRule,
    pathToInput: { id: 'rule_id' },
    respondWith: rule,
    returns: billingRuleView,
  }),
  command({
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: 'Delete a rule that has never charged anything; 409 RULE_IN_USE otherwise',
    permission: 'billing.rates',
    command: billingRuleCommands.deleteBillingRule,
    pathToInput: { id: 'rule_id' },
    returns: deletedView,
  }),
];
