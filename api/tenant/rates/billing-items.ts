/** Billing items: what can be charged. */
import { findBillingItem, listBillingItems } from '../../../db/rates/billing-items.read.ts';
import { notFound } from '../../../domain/refusal.ts';
import { billingItemCommands, billingItemView } from '../../../queues/rates/billing-items.ts';
import { deletedView } from '../../../queues/rates/rate-fields.ts';
import { text } from '../../../queues/schema.ts';
import { command, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { pagedQuery, queryFlag, searchText } from '../../http/query-fields.ts';
import { present } from '../../http/present.ts';

const path = '/api/accounting/billing/items';

async function item({ tx, organizationId }: Call, { id }: { id: string }) {
  const found = await findBillingItem(tx, organizationId, id);
  if (!found) throw notFound('billing item');
  return present(billingItemView, found);
}

export const billingItemEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Billing items, by code',
    permission: 'accounting.view',
    query: pagedQuery({ q: searchText(100), category: text(30), is_active: queryFlag() }),
    returns: billingItemView,
    run: async ({ tx, organizationId, query: filters }) => {
      const { rows, ...facts } = await listBillingItems(tx, organizationId, filters);
      return { rows: rows.map((row) => present(billingItemView, row)), ...facts };
    },
  }),
  command({
    method: 'POST',
    path,
    summary: 'Add a billing item',
    permission: 'billing.rates',
    command: billingItemCommands.createBillingItem,
    respondWith: item,
    returns: billingItemView,
    status: 201,
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One billing item',
    permission: 'accounting.view',
    returns: billingItemView,
    run: (call) => item(call as Call, { id: call.params['id']! }),
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
