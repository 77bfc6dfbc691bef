/**
 * Records the carrier's answer. After a decline the order is planned again; one whose freight is billed is not declined. The same answer again changes nothing. An
 * answer that names its offer is never taken for another carrier's.
 */
import { assertNotBilled } from '../../db/transport/freight.read.ts';
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
  { order_id: id, answer, tender_id: tenderId, reason = null },
) => {
  const { tx } = work;
  assertOperator(work);
  const order = await lockTransport(tx, id);
  const tender = await lockLiveTender(tx, id);
  const action = answer === 'accepted' ? 'accept' : 'decline';
  const to = nextState(transportStates, order.status, action);
  const isAnother = tenderId !== undefined && tender?.id !== tenderId.toLowerCase();
  if (answer === 'accepted' && tender?.status === 'accepted' && !isAnother) return { id };
  const isOver =
    tender?.status === 'offered' && tender.expires_at !== null && tender.expires_at <= new Date();
  if (!tender || isAnother || isOver) {
    const then = tender && isAnother ? 'another has taken its place' : 'assign the order again';
    throw new Refusal('TENDER_CLOSED', `The offer is no longer open; ${then}.`, {
      tender_id: tender?.id ?? null,
      expires_at: tender?.expires_at?.toISOString() ?? null,
    });
  }
  if (action === 'decline') await assertNotBilled(tx, order);
  await endTender(tx, tender, action, reason);
  const changes = action === 'decline' ? { carrier_id: null, assigned_at: null } : {};
  await moveTransport(work, order, to, changes, `tender_${answer}`);
  return { id };
};
