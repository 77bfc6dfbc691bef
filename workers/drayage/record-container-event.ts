/**
 * Records a container event on its current trip. The order's lock makes events take turns, so the clocks are computed
 * from all of them; a late event never moves the order backwards.
 */
import { insertContainerEvent, recomputeClocks } from '../../db/drayage/container-events.write.ts';
import { findContainerEvent } from '../../db/drayage/orders.read.ts';
import {
  findTrips,
  lockDrayageOrder,
  setDrayageStatus,
  type LockedDrayageOrder,
} from '../../db/drayage/orders.write.ts';
import { newId } from '../../domain/new-id.ts';
import { normalContainerNo } from '../../domain/catalog/container-no.ts';
import { containerCodes, stepOf, type ContainerEvent } from '../../domain/drayage/container-events.ts';
import { containerEvent, drayageEvent } from '../../domain/drayage/events.ts';
import { drayageOrderStates } from '../../domain/drayage/drayage-states.ts';
import { invalid, notFound, unknownReference } from '../../domain/refusals.ts';
import { allowedFrom, nextState } from '../../domain/state-machine.ts';
import type { InputOf } from '../../queues/define-command.ts';
import type { drayageCommands } from '../../queues/drayage/drayage.ts';
import type { Handler, Work } from '../handler.ts';

type Input = InputOf<typeof drayageCommands.recordContainerEvent>;

export const recordContainerEvent: Handler<typeof drayageCommands.recordContainerEvent> = async (
  work,
  input,
) => {
  const { tx, organizationId, actor, emit } = work;
  const order = await tripOf(work, input);
  const corrects = input.corrects_event_id ?? null;
  if (corrects) {
    const corrected = await findContainerEvent(tx, organizationId, corrects);
    if (corrected?.order_id !== order.id) throw unknownReference('corrects_event_id', 'event of the trip');
  }
  const event = {
    id: newId(),
    code: input.code,
    dcsa_code: input.dcsa_code ?? containerCodes[input.code].dcsa,
    classifier: input.classifier ?? 'actual',
    occurred_at: input.occurred_at,
    location: input.location ?? null,
    source: input.source ?? 'manual',
    external_id: input.external_id ?? null,
    last_free_day: input.last_free_day ?? null,
    corrects_event_id: corrects,
    recorded_by: actor.name,
  };
  const stored = await insertContainerEvent(tx, organizationId, order, event);
  if (stored.existing) return stored;
  const clocks = await recomputeClocks(tx, organizationId, order, stored.id);
  const { code, classifier, occurred_at, location } = event;
  emit(
    containerEvent(order, code, {
      event_id: stored.id,
      classifier,
      occurred_at,
      location,
      corrects_event_id: corrects,
      clocks,
    }),
  );
  await moveOrder(work, order, event);
  return stored;
};

/** The trip an event concerns, locked. Refuses 404, and 400 when the container carries goods of several merchants. */
async function tripOf(
  { tx, organizationId }: Work,
  { container_no: given, merchant_id: merchantId = null }: Input,
): Promise<LockedDrayageOrder> {
  const trips = await findTrips(tx, organizationId, normalContainerNo(given), merchantId);
  const open = trips.filter(({ is_open: isOpen }) => isOpen);
  const meant = open.length > 0 ? open : trips;
  if (meant.length === 0) throw notFound('container');
  if (meant.length > 1)
    throw invalid(
      'merchant_id',
      'ambiguous',
      'merchant_id is required: several merchants have that container',
    );
  return lockDrayageOrder(tx, organizationId, meant[0]!.id);
}

async function moveOrder(
  { tx, organizationId, emit }: Work,
  order: LockedDrayageOrder,
  event: Pick<ContainerEvent, 'code' | 'classifier'>,
): Promise<void> {
  const step = stepOf(event);
  if (!step || !allowedFrom(drayageOrderStates, order.status, step)) return;
  const status = nextState(drayageOrderStates, order.status, step);
  await setDrayageStatus(tx, organizationId, order.id, status);
  emit(drayageEvent(order, status, { status, previous_status: order.status }));
}
