/** What became of an order in its store before it was found there: its webhook never told us of it. */
export type AtStore = 'open' | 'cancelled' | 'fulfilled' | 'partly_fulfilled';

const asFulfilled: Readonly<Record<string, AtStore>> = {
  fulfilled: 'fulfilled',
  // All of it was sent, or is not to be sent any more.
  restocked: 'fulfilled',
  partial: 'partly_fulfilled',
};

export function atStore(order: object): AtStore {
  const { cancelled_at: cancelledAt, fulfillment_status: status } = order as Record<string, unknown>;
  if (typeof cancelledAt === 'string' && cancelledAt !== '') return 'cancelled';
  return (typeof status === 'string' && asFulfilled[status]) || 'open';
}
