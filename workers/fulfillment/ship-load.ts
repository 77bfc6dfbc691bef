/**
 * Ships a load: all its shipments in one transaction, with its bill of lading number, weight and handling units, and a
 * transport order if nobody booked one; its drafted freight is split by what leaves. One shipment that may not leave (on hold, being picked) stops the whole load.
 * Does nothing when repeated.
 */
import {
  lockHeldStock,
  lockLoad,
  moveLoad,
  readLoadFigures,
  shipmentsOnLoad,
} from '../../db/shipping/loads.write.ts';
import { nextBillOfLading } from '../../db/inventory/gs1-numbers.write.ts';
import { shipAll } from '../../db/fulfillment/ship-all.write.ts';
import { takeShipments } from '../../db/fulfillment/step-facts.read.ts';
import { freezeBillOfLading } from '../../db/shipping/papers.write.ts';
import { splitByWhatLeaves } from '../../db/transport/freight-split.write.ts';
import { ensureTransport } from '../../db/transport/orders.write.ts';
import { decimal, zero } from '../../domain/decimal.ts';
import { Refusal } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { hasLeft } from '../../domain/shipping/shipment-states.ts';
import { loadStates } from '../../domain/shipping/load-states.ts';
import type { loadCommands } from '../../queues/shipping/loads.ts';
import type { Handler } from '../engine/handler.ts';
import { assertOperator } from '../acting-person.ts';
import { assertLoadTogether } from '../shipping/load-shipments.ts';
import { listWhatLeft } from './list-what-left.ts';

export const shipLoad: Handler<typeof loadCommands.shipLoad> = async (work, { load_id: id }) => {
  const { tx } = work;
  assertOperator(work);
  const taken = await takeShipments(tx, await shipmentsOnLoad(tx, id));
  const load = await lockLoad(tx, id);
  if (load.status === 'shipped') return { id };
  const to = nextState(loadStates, load.status, 'ship');
  const ids = [...taken.keys()];
  const onIt = await shipmentsOnLoad(tx, id);
  if (onIt.length === 0) throw new Refusal('LOAD_EMPTY', 'No shipment is on the load.', { load_id: id });
  // Changed between reading and locking: that change has been answered, so asking again is the right thing.
  if (onIt.length !== ids.length || onIt.some((one) => !ids.includes(one))) {
    throw new Refusal('CONFLICT', 'The shipments of the load changed just now; ship it again.', {
      load_id: id,
    });
  }

  // What was not finished loading is looked at as that would.
  if (load.status !== 'loaded') await assertLoadTogether(tx, load);
  await lockHeldStock(tx, ids);
  const waiting = [...taken.values()].filter(({ shipment: { status } }) => !hasLeft(status));
  const facts = load.scac ? { carrier_code: load.scac } : {};
  await shipAll(
    tx,
    waiting.map((one) => ({ work, taken: one, facts })),
  );
  await listWhatLeft(
    tx,
    ids.map((one) => ({ work, shipment_id: one })),
  );
  const figures = await readLoadFigures(tx, ids);
  const weight = load.weight_kg ?? figures.weight_kg;
  await moveLoad(work, load, to, {
    bol_number: await nextBillOfLading(tx),
    handling_units: load.handling_units ?? figures.pieces,
    weight_kg: weight && decimal(weight).gt(zero) ? weight : null,
  });
  await ensureTransport(work, id);
  await splitByWhatLeaves(work, id);
  await freezeBillOfLading(tx, id);
  return { id };
};
