/** Billing items: what can be charged. */
import { findBillingItem, listBillingItems } from '../../../db/rates/billing-items.read.ts';
import { billingItemCommands, billingItemView } from '../../../queues/rates/billing-items.ts';
import { deletedView } from '../../../queues/rates/rate-fields.ts';
import { text } from '../../../queues/schema.ts';
import { command, create, list, query, type Endpoint } from '../../http/endpoint.ts';
import { byId, oneOf, pageOf } from '../../http/reads.ts';
import { pagedQuery, queryFlag, searchText } from '../../http/query-fields.ts';
import { shownAs } from '../../http/present.ts';

const path = '/api/accounting/billing/items';

const item = oneOf('billing item', findBillingItem, shownAs(billingItemView));

export const billingItemEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Billing items, by code',
    permission: 'accounting.view',
    query: pagedQuery({ q: searchText(100), category: text(30), is_active: queryFlag() }),
    returns: billingItemView,
    run: pageOf(listBillingItems, shownAs(billingItemView)),
  }),
  create({
    path,
    summary: 'Add a billing item',
    permission: 'billing.rates',
    command: billingItemCommands.createBillingItem,
    respondWith: item,
    returns: billingItemView,
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One billing item',
    permission: 'accounting.view',
    returns: billingItemView,
    run: byId(item),
  }),
  command({
    method: 'PATCH',
    path: `${path}/{id}`,
    summary: 'Change a billing item',
    permission: 'billing.rates',
    command: billingItemCommands.updateBillingItem,
    pathToInput: { id: 'item_id' },
    respondWith: item,
    returns: billingItemView,
  }),
  command({
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: 'Delete an unused billing item; 409 ITEM_IN_USE otherwise',
    permission: 'billing.rates',
    command: billingItemCommands.deleteBillingItem,
    pathToInput: { id: 'item_id' },
    returns: deletedView,
  }),
];
