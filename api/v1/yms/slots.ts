/** v1: the free time slots of a warehouse's docks, in addition to the reference. */
import { readMomentAt } from '../../../db/business-day.read.ts';
import { listDoors, readFreeSlots } from '../../../db/yard/appointments.read.ts';
import { findDockRules } from '../../../db/yard/dock-rules.read.ts';
import { usualWarehouse } from '../../../db/yard/yard-names.read.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { appointmentTypes } from '../../../domain/yard/appointment-states.ts';
import { choice, described, freeText, instant, listOf, object, uuid } from '../../../queues/schema.ts';
import { query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { plainQuery, queryInteger } from '../../http/query-fields.ts';
import { idOrCode, withIds } from '../names.ts';

interface Asked {
  warehouse_id?: string;
  type?: (typeof appointmentTypes)[number];
  from?: string;
  minutes?: number;
  count?: number;
}

async function freeSlots(call: Call<Asked>) {
  const { tx, organizationId, principal, query: asked } = call;
  if (principal.merchant_id)
    throw new Refusal('FORBIDDEN', 'The operator runs the docks: ask for the window you would like.');
  const { type = 'inbound', from, minutes = 60, count = 3 } = asked;
  const warehouseId = asked.warehouse_id
    ? (await withIds({ tx, organizationId, principal }, { warehouse_id: asked.warehouse_id })).warehouse_id
    : await usualWarehouse(tx);
  const doors = await listDoors(tx, warehouseId, type);
  const rules = await findDockRules(tx, warehouseId);
  const since = from && (await readMomentAt(tx, { organizationId, warehouseId }, from));
  const slots = await readFreeSlots(tx, {
    warehouseId,
    doors: doors.map(({ id }) => id),
    from: new Date(Math.max(since ? since.getTime() : 0, Date.now())),
    minutes,
    count,
    capacityPerHour: rules?.capacity_per_hour ?? null,
    timeZone: rules?.time_zone ?? 'UTC',
  });
  const codes = new Map(doors.map(({ id, code }) => [id, code]));
  return {
    warehouse_id: warehouseId,
    slots: slots.map((slot) => ({
      door_id: slot.door_id,
      door: codes.get(slot.door_id)!,
      window_start: slot.window_start.toISOString(),
      window_end: slot.window_end.toISOString(),
    })),
  };
}

export const slotEndpoints: readonly Endpoint[] = [
  query({
    path: '/v1/yms/free-slots',
    summary: 'The next free slots of the docks',
    permission: 'yms.view',
    query: plainQuery({
      warehouse_id: idOrCode(),
      type: choice(...appointmentTypes),
      from: described(instant({ dateAllowed: true }), 'A moment, or a day at the warehouse.'),
      minutes: queryInteger({ min: 5, max: 1440 }),
      count: queryInteger({ min: 1, max: 50 }),
    }),
    returns: object({
      warehouse_id: uuid(),
      slots: listOf(
        object({ door_id: uuid(), door: freeText(), window_start: instant(), window_end: instant() }),
      ),
    }),
    run: freeSlots,
  }),
];
