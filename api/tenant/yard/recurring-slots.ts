/** Recurring slots: a door reserved for a carrier at the same time every week. */
import {
  findRecurringSlot,
  listRecurringSlots,
  type RecurringSlotRow,
} from '../../../db/yard/recurring-slots.read.ts';
import { appointmentTypes } from '../../../domain/yard/appointment-states.ts';
import * as s from '../../../queues/schema.ts';
import { recurringSlotCommands, slotMinutes } from '../../../queues/yard/spots.ts';
import { command, create, list, type Endpoint } from '../../http/endpoint.ts';
import { oneOf } from '../../http/reads.ts';
import { present } from '../../http/present.ts';
import { pagedQuery, queryFlag } from '../../http/query-fields.ts';

const path = '/api/yms/recurring-slots';

const slotView = s.object({
  id: s.uuid(),
  warehouse_id: s.uuid(),
  door_id: s.uuid(),
  door: s.freeText(),
  type: s.choice(...appointmentTypes),
  carrier: s.freeText(),
  carrier_id: s.nullable(s.uuid()),
  merchant_id: s.nullable(s.uuid()),
  weekdays: s.listOf(s.integer({ min: 1, max: 7 })),
  start_time: s.freeText(),
  minutes: slotMinutes(),
  valid_from: s.date(),
  valid_to: s.nullable(s.date()),
  opened_through: s.nullable(s.date()),
  is_active: s.flag(),
  created_at: s.instant(),
  updated_at: s.instant(),
});

function showSlot(row: RecurringSlotRow) {
  return present(slotView, row);
}

const slotDetail = oneOf('recurring slot', findRecurringSlot, showSlot);

export const recurringSlotEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Recurring slots, newest first',
    permission: 'yms.view',
    query: pagedQuery({ warehouse_id: s.uuid(), is_active: queryFlag() }),
    returns: slotView,
    run: async ({ tx, query: { page, page_size, ...filters } }) => {
      const found = await listRecurringSlots(tx, filters, { page, page_size });
      return { ...found, rows: found.rows.map(showSlot) };
    },
  }),
  create({
    path,
    summary: 'Reserve a door for a carrier at the same time every week',
    description:
      'The appointments of the next four weeks are created at once, and always kept four weeks ahead. A window that is already taken stays with whoever has it. While the door is not active, or takes no such trucks, no days are opened; they follow once it does again.',
    permission: 'yms.manage',
    command: recurringSlotCommands.createRecurringSlot,
    respondWith: slotDetail,
    returns: slotView,
  }),
  command({
    path: `${path}/{id}/end`,
    summary: 'End a recurring slot',
    permission: 'yms.manage',
    command: recurringSlotCommands.endRecurringSlot,
    pathToInput: { id: 'slot_id' },
    respondWith: slotDetail,
    returns: slotView,
  }),
];
