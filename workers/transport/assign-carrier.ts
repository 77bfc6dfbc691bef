/**
 * Tenders an order to a carrier at a rate. With a deadline it waits for the answer; without one the carrier has already
 * agreed, say by telephone. An earlier tender is withdrawn and kept, unless its freight is billed.
 */
import { readAccountingSettings, readMoneyRules } from '../../db/journal/books.read.ts';
import { assertReference } from '../../db/records.read.ts';
import { assertNotBilled } from '../../db/transport/freight.read.ts';
import { lockTransport, moveTransport } from '../../db/transport/orders.write.ts';
import { endTender, insertTender, lockLiveTender } from '../../db/transport/tenders.write.ts';
import { exactMoney } from '../../domain/money/money.ts';
import { invalid } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { transportStates } from '../../domain/transport/transport-states.ts';
import type { transportCommands } from '../../queues/transport/transport.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

export const assignCarrier: Handler<typeof transportCommands.assignCarrier> = async (work, input) => {
  const { tx } = work;
  const { order_id: id, carrier_id: carrierId, rate } = input;
  assertOperator(work);
  const order = await lockTransport(tx, id);
  const to = nextState(transportStates, order.status, 'assign');
  await assertNotBilled(tx, order);
  await assertReference(tx, 'carriers', carrierId, 'carrier_id');
  const books = await readAccountingSettings(tx);
  const currency = input.currency ?? books.baseCurrency;
  exactMoney(rate, 'rate', currency, (await readMoneyRules(tx, books, currency)).exponent);
  const expiresAt = input.expires_at ? new Date(input.expires_at) : null;
  if (expiresAt && expiresAt.getTime() <= Date.now())
    throw invalid('expires_at', 'past', 'expires_at must be in the future');
  const earlier = await lockLiveTender(tx, id);
  if (earlier) await endTender(tx, earlier, 'withdraw', 'Assigned anew.');
  const status = expiresAt ? 'offered' : 'accepted';
  await insertTender(tx, {
    order_id: id,
    carrier_id: carrierId,
    rate,
    currency,
    status,
    expires_at: expiresAt,
  });
  await moveTransport(work, order, to, { carrier_id: carrierId });
  return { id };
};
