/** Recurring slots: a door reserved for a carrier at the same time every week. */
import {
  findRecurringSlot,
  listRecurringSlots,
  type RecurringSlotRow,
} from '../../../db/yard/recurring-slots.read.ts';
import { appointmentTypes } from '../../../domain/yard/appointment-states.ts';
import {
  choice,
  date,
  flag,
  freeText,
  instant,
  integer,
  listOf,
  nullable,
  object,
  uuid,
} from '../../../queues/schema.ts';
import { recurringSlotCommands, slotMinutes } from '../../../queues/yard/spots.ts';
import { command, list, type Endpoint } from '../../http/endpoint.ts';
import { oneOf } from '../../http/reads.ts';
import { present } from '../../http/present.ts';
import { pagedQuery, queryFlag } from '../../http/query-fields.ts';

const path = '/api/yms/recurring-slots';

const slotView = object({
  id: uuid(),
  warehouse_id: uuid(),
  door_id: uuid(),
  door: freeText(),
  type: choice(...appointmentTypes),
  carrier: freeText(),
  carrier_id: nullable(uuid()),
  merchant_id: nullable(uuid()),
  weekdays: listOf(integer({ min: 1, max: 7 })),
  start_time: freeText(),
  minutes: slotMinutes(),
  valid_from: date(),
  valid_to: nullable(date()),
  opened_through: nullable(date()),
  is_active: flag(),
  created_at: instant(),
  updated_at: instant(),
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
    query: pagedQuery({ warehouse_id: uuid(), is_active: queryFlag() }),
    returns: slotView,
    run: async ({ tx, organizationId, query: { page, page_size, ...filters } }) => {
      const found = await listRecurringSlots(tx, organizationId, filters, { page, page_size });
      return { ...found, rows: found.rows.map(showSlot) };
    },
  }),
  command({
    method: 'POST',
    path,
    summary: 'Reserve a door for a carrier at the same time every week',
    description:
      'The appointments of the next four weeks are created at once, and always kept four weeks ahead. A window that is already taken stays with whoever has it.',
    permission: 'yms.manage',
    command: recurringSlotCommands.createRecurringSlot,
    respondWith: slotDetail,
    returns: slotView,
    status: 201,
  }),
  command({
    method: 'POST',
    path: `${path}/{id}/end`,
    summary: 'End a recurring slot',
    permission: 'yms.manage',
    command: recurringSlotCommands.endRecurringSlot,
    pathToInput: { id: 'slot_id' },
    respondWith: slotDetail,
    returns: slotView,
  }),
];
