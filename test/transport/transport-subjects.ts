/** Transport's state machines, for the test that walks them all. */
import type { Subject } from '../helpers/machine-asks.ts';
import type { Platform } from '../helpers/join-platform.ts';
import { assign, ok, onOrder, report } from './transport-rig.ts';

const asBefore = 'as before';
// A report is stored in any state of an order that has a carrier; it moves the order only while it is in transit.
const noCarrier = { planned: 'CONFLICT', cancelled: 'CONFLICT' };

export function transportSubjects({
  client,
  standard,
}: Platform): Readonly<Record<'transport_order' | 'tender', Subject>> {
  const offer = (id: string) =>
    assign(client, standard, id, { expires_at: new Date(Date.now() + 3_600_000).toISOString() });
  return {
    transport_order: {
      table: 'transport_orders',
      column: 'status',
      make: async () => {
        const { id } = await ok(client.post('/v1/tms/orders', {}));
        await ok(offer(id));
        return id;
      },
      ask: {
        assign: offer,
        accept: (id) => onOrder(client, id, 'answer', { answer: 'accepted' }),
        decline: (id) => onOrder(client, id, 'answer', { answer: 'declined' }),
        dispatch: (id) => onOrder(client, id, 'dispatch'),
        depart: (id) => report(client, id, 'picked_up'),
        deliver: (id) => report(client, id, 'delivered'),
        complete: (id) => onOrder(client, id, 'complete'),
        cancel: (id) => onOrder(client, id, 'cancel'),
      },
      otherwise: {
        dispatch: { dispatched: asBefore },
        depart: { ...noCarrier, in_transit: asBefore, delivered: asBefore, completed: asBefore },
        deliver: { ...noCarrier, delivered: asBefore, completed: asBefore },
        complete: { completed: asBefore },
        cancel: { cancelled: asBefore },
      },
    },
    // Answered through its order, so nobody requests its actions by name.
    tender: { table: 'transport_tenders', column: 'status' },
  };
}
