/** Proof of agreement: what stores were told, what they said, what is true now, and since when that differs. */
import { listOrderAgreement, type OrderAgreement } from '../../../db/channels/order-agreement.read.ts';
import { listStockAgreement, type StockAgreement } from '../../../db/channels/stock-agreement.read.ts';
import { comparedDays, disagreements, type Difference } from '../../../domain/channels/agreement.ts';
import { orderPushKinds } from '../../../domain/channels/push-kinds.ts';
import { orderStatuses } from '../../../domain/orders/order-states.ts';
import * as s from '../../../queues/schema.ts';
import { list, type Endpoint } from '../../http/endpoint.ts';
import { pageOf } from '../../http/reads.ts';
import { present } from '../../http/present.ts';
import { pagedQuery, queryFlag } from '../../http/query-fields.ts';

const agreement = {
  agrees: s.described(s.flag(), 'Whether the store was told what is true now, and says the same.'),
  differs_because: s.nullable(s.choice(...disagreements)),
  differs_since: s.nullable(
    s.described(s.instant(), 'Null also where nobody noticed when it began: see compared_at.'),
  ),
};
const quantity = () => s.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

const stockView = s.object({
  push_id: s.nullable(s.described(s.uuid(), 'What is retried or given up at /channel-pushes/{id}.')),
  connection_id: s.uuid(),
  merchant_id: s.uuid(),
  channel_sku: s.freeText(),
  item_id: s.uuid(),
  store_location: s.nullable(s.described(s.freeText(), "The store's place; null where it is told in all.")),
  told: s.nullable(s.described(quantity(), 'What the store last took.')),
  told_at: s.nullable(s.instant()),
  said: s.nullable(s.described(s.openObject(), 'What it answered to that.')),
  true_now: s.described(quantity(), 'What it may sell now, computed for this answer.'),
  ...agreement,
  unknown_since: s.nullable(s.instant()),
  last_error: s.nullable(s.freeText()),
  compared_at: s.nullable(
    s.described(
      s.instant(),
      'When all of the connection was last compared; what events tell, seconds later.',
    ),
  ),
});

const orderView = s.object({
  connection_id: s.uuid(),
  merchant_id: s.uuid(),
  external_order_id: s.described(s.freeText(), "The order's id at the store."),
  order_id: s.uuid(),
  order_no: s.freeText(),
  channel_order_no: s.nullable(s.freeText()),
  status: s.choice(...orderStatuses),
  agrees: s.flag(),
  news: s.listOf(
    s.object({
      push_id: s.nullable(s.uuid()),
      kind: s.choice(...orderPushKinds),
      subject: s.described(
        s.freeText(),
        'Our number of the shipment or the order; our id of what came back.',
      ),
      true_now: s.nullable(s.openObject()),
      told: s.nullable(s.openObject()),
      told_at: s.nullable(s.instant()),
      said: s.nullable(s.openObject()),
      ...agreement,
      last_error: s.nullable(s.freeText()),
    }),
  ),
});

const differing = (difference: Difference | null) => ({
  agrees: difference === null,
  differs_because: difference?.why ?? null,
  differs_since: difference?.since ?? null,
});

const showStock = ({ difference, ...row }: StockAgreement) =>
  present(stockView, { ...row, ...differing(difference), store_location: row.store_location || null });

const showOrder = ({ news, ...order }: OrderAgreement) =>
  present(orderView, {
    ...order,
    agrees: news.every(({ difference }) => difference === null),
    news: news.map(({ difference, ...one }) => ({ ...one, ...differing(difference) })),
  });

const differs = (since: string) =>
  s.described(
    queryFlag(),
    `Only what differs: not told as it was last compared, or shown otherwise. ${since}`,
  );

export const agreementEndpoints: readonly Endpoint[] = [
  list({
    path: '/api/integration/agreement/stock',
    summary:
      'Of each SKU of a store, at each of its places: what it was told, what it said, what is true now',
    permission: 'integration.view',
    query: pagedQuery({
      connection_id: s.uuid(),
      channel_sku: s.text(200),
      item_id: s.uuid(),
      differs: differs('What has changed since is seen of each as it is asked for.'),
    }),
    returns: stockView,
    run: pageOf(listStockAgreement, showStock),
  }),
  list({
    path: '/api/integration/agreement/orders',
    summary:
      'Of each order of a store, newest first: what became of it, and what the store was told and said',
    permission: 'integration.view',
    query: pagedQuery({
      connection_id: s.uuid(),
      order_id: s.uuid(),
      differs: differs(
        `What happened in the last ${comparedDays} days and was never told, or has changed since, is among it; what is older is seen of each as it is asked for.`,
      ),
    }),
    returns: orderView,
    isReport: ({ differs }) => differs !== undefined,
    run: pageOf(listOrderAgreement, showOrder),
  }),
];
