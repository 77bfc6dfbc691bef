/** Expires a tender nobody answered in time; its order is planned again. One answered meanwhile stays. */
import { lockTransport, moveTransport } from '../../db/transport/orders.write.ts';
import { endTender, lockLiveTender } from '../../db/transport/tenders.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { transportStates } from '../../domain/transport/transport-states.ts';
import type { transportCommands } from '../../queues/transport/transport.ts';
import type { Handler } from '../engine/handler.ts';

export const expireTender: Handler<typeof transportCommands.expireTender> = async (
  work,
  { order_id: id, tender_id: tenderId },
) => {
  const { tx } = work;
  const order = await lockTransport(tx, id);
  const tender = await lockLiveTender(tx, id);
  const isOver = tender?.expires_at && tender.expires_at <= new Date();
  if (tender?.id !== tenderId || tender.status !== 'offered' || !isOver) return { id, expired: false };
  await endTender(tx, tender, 'expire');
  const to = nextState(transportStates, order.status, 'expire');
  await moveTransport(work, order, to, { carrier_id: null, assigned_at: null }, 'tender_expired');
  return { id, expired: true };
};
