/** Records the carrier's answer. After a decline the order is planned again. The same answer again changes nothing. */
import { lockTransport, moveTransport } from '../../db/transport/orders.write.ts';
import { endTender, lockLiveTender } from '../../db/transport/tenders.write.ts';
import { Refusal } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { transportStates } from '../../domain/transport/transport-states.ts';
import type { transportCommands } from '../../queues/transport/transport.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

export const answerTender: Handler<typeof transportCommands.answerTender> = async (
  work,
  { order_id: id, answer, reason = null },
) => {
  const { tx } = work;
  assertOperator(work);
  const order = await lockTransport(tx, id);
  const tender = await lockLiveTender(tx, id);
  const action = answer === 'accepted' ? 'accept' : 'decline';
  const to = nextState(transportStates, order.status, action);
  if (answer === 'accepted' && tender?.status === 'accepted') return { id };
  if (!tender || (tender.expires_at && tender.status === 'offered' && tender.expires_at <= new Date())) {
    throw new Refusal('TENDER_CLOSED', 'The offer is no longer open; assign the order again.', {
      expires_at: tender?.expires_at?.toISOString() ?? null,
    });
  }
  await endTender(tx, tender, action, reason);
  const changes = action === 'decline' ? { carrier_id: null, assigned_at: null } : {};
  await moveTransport(work, order, to, changes, `tender_${answer}`);
  return { id };
};
