/**
 * Creates a transport order, usually for a load. The load's lock decides between ten bookings at once: one is created,
 * and the others are told about it.
 */
import { insertTransport, lockLoadToBook } from '../../db/transport/orders.write.ts';
import { invalid } from '../../domain/refusal.ts';
import { placeOf } from '../../queues/catalog/master-data.ts';
import type { transportCommands } from '../../queues/transport/transport.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

export const createTransport: Handler<typeof transportCommands.createTransport> = async (
  work,
  { load_id: loadId = null, origin, destination, ...given },
) => {
  assertOperator(work);
  const { pickup_date: pickup, delivery_date: delivery } = given;
  if (pickup && delivery && delivery < pickup)
    throw invalid('delivery_date', 'range', 'delivery_date must not be before pickup_date');
  if (loadId) await lockLoadToBook(work.tx, loadId);
  const { id } = await insertTransport(work, loadId, {
    ...given,
    origin: origin === undefined ? undefined : placeOf(origin),
    destination: destination === undefined ? undefined : placeOf(destination),
  });
  return { id };
};
