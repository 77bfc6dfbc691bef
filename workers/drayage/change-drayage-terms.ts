/** Changes an order's free days and rates, by which its merchant is charged; its clocks are recomputed. */
import { recomputeClocks } from '../../db/drayage/container-events.write.ts';
import { lockDrayageOrder, setDrayageTerms } from '../../db/drayage/orders.write.ts';
import { drayageEvent } from '../../domain/drayage/events.ts';
import type { drayageCommands } from '../../queues/drayage/drayage.ts';
import type { Handler } from '../engine/handler.ts';
import { assertOperator } from '../acting-person.ts';
import { assertExactRates, termsAreTheOperators } from './exact-rates.ts';

export const changeDrayageTerms: Handler<typeof drayageCommands.changeDrayageTerms> = async (
  { tx, actor, emit },
  { order_id: id, ...terms },
) => {
  assertOperator({ actor }, termsAreTheOperators);
  const { status, currency } = await lockDrayageOrder(tx, id);
  assertExactRates(terms, currency);
  await setDrayageTerms(tx, id, terms);
  const order = await lockDrayageOrder(tx, id);
  const clocks = await recomputeClocks(tx, order, null);
  emit(drayageEvent(order, 'terms_changed', { status, previous_status: status, clocks }));
  return { id };
};
