/** Commands of count tasks. */
import { countLocks } from '../../domain/counting/count-kinds.ts';
import { defineCommand } from '../engine/define-command.ts';
import { identifier } from '../inventory/identifier.ts';
import {
  choice,
  flag,
  freeText,
  instant,
  list,
  nullable,
  object,
  optional,
  qty,
  ruled,
  text,
  uuid,
} from '../schema.ts';
import { warnings } from '../warnings.ts';

const created = object({
  warehouse_id: uuid(),
  location_ids: optional(
    list(uuid(), { min: 1, max: 500 }),
    'Count these locations. Exactly one of location_ids and item_ids.',
  ),
  item_ids: optional(
    list(uuid(), { min: 1, max: 100 }),
    'Count these items wherever they are in the warehouse.',
  ),
  is_blind: optional(flag(), 'Default true: expected quantities are not shown until the count is over.'),
  lock: optional(
    choice(...countLocks),
    'When the locations are locked: with the task (creation, the default), with the first scan (start), or never (none): then it is counted beside the work, and each scan is compared with the ledger of its moment.',
  ),
  assignee_id: optional(nullable(uuid())),
  note: optional(freeText(500)),
});

const task = { count_task_id: uuid() };
const recorded = object({
  ...task,
  lines: optional(
    list(
      ruled(
        object({
          location_id: optional(uuid(), 'Exactly one of location_id and location.'),
          location: optional(text(64), 'The code of the location.'),
          item_id: optional(uuid(), 'Exactly one of item_id and item.'),
          item: optional(identifier(128), 'What was scanned of it: its SKU, or a barcode as in barcode.'),
          lot_no: optional(identifier(100)),
          status: optional(
            choice('available', 'hold', 'damaged'),
            'Available includes allocated stock. Default: that of the line planned for this location, item and lot if there is just one, else available.',
          ),
          counted_qty: qty({ min: 0 }),
          barcode: optional(
            nullable(identifier(128)),
            'What was scanned: counted_qty is of its unit. 2 with the barcode of a case of 12 are 24.',
          ),
          serial_nos: optional(
            list(identifier(100), { max: 2_000 }),
            'Every unit counted of a serial-tracked item: SERIAL_REQUIRED without them.',
          ),
        }),
        (schema) => schema.xor('location_id', 'location').xor('item_id', 'item'),
      ),
      { min: 1, max: 200 },
    ),
    'Lines of the same location, item, lot and status are parts of it and add up: two cases, then three loose ones.',
  ),
  empty_location_ids: optional(
    list(uuid(), { min: 1, max: 50 }),
    'Nothing else of what is counted lies here: what the ledger has there and nobody has counted yet, in this request or before, counts as zero.',
  ),
  empty_locations: optional(list(text(64), { min: 1, max: 50 }), 'The same by the codes of the locations.'),
  counted_at: optional(
    instant(),
    'When all this was counted, of a device that could not send it at once: it is compared with the ledger of then. By the clock of this API (`Date`), not in the future and not before the count was taken up. Default now.',
  ),
});
const missingSerials = optional(
  list(object({ line_id: uuid(), serial_nos: list(identifier(100), { min: 1, max: 2_000 }) }), {
    min: 1,
    max: 500,
  }),
  'Which serials are missing, for each line of a serial-tracked item that is short or has others in their place.',
);
const result = object({ id: uuid() });
export const foundTogether =
  'Dangerous goods that were found beside others that they are kept apart from: the count says so, and they are carried away.';
const posted = object({ id: uuid(), warnings: optional(warnings(), foundTogether) });

export const countCommands = {
  createCountTask: defineCommand({
    name: 'wms.create_count_task',
    runs: 'inventory',
    summary: 'Creates a count task and, unless lock says otherwise, locks its locations.',
    input: ruled(created, (schema) => schema.xor('location_ids', 'item_ids')),
    result,
  }),
  recordCounts: defineCommand({
    name: 'wms.record_counts',
    runs: 'inventory',
    summary:
      'Records what was counted, with the ledger quantity at that moment. Counting a line again, in another request, replaces it.',
    input: ruled(recorded, (schema) => schema.or('lines', 'empty_location_ids', 'empty_locations')),
    result,
  }),
  completeCount: defineCommand({
    name: 'wms.complete_count',
    runs: 'inventory',
    summary:
      'Completes the counting: posts the differences, or waits for approval when one exceeds the threshold.',
    input: object({
      ...task,
      zero_uncounted: optional(
        flag(),
        'Planned lines that were not counted count as zero. Not where lock is none: nothing stops stock there, so say where nothing else lies.',
      ),
      missing_serials: missingSerials,
    }),
    result: posted,
  }),
  approveCount: defineCommand({
    name: 'wms.approve_count',
    runs: 'inventory',
    summary: 'Approves differences above the threshold and posts them.',
    input: object({ ...task, missing_serials: missingSerials }),
    result: posted,
  }),
  recountTask: defineCommand({
    name: 'wms.recount_task',
    runs: 'inventory',
    summary: 'Sends lines back to be recounted: those named, else all above the threshold.',
    input: object({ ...task, line_ids: optional(list(uuid(), { min: 1, max: 500 })) }),
    result,
  }),
  unclaimCount: defineCommand({
    name: 'wms.unclaim_count',
    runs: 'inventory',
    summary: 'Returns a count that somebody took up: what was counted stays, and the rest is offered to all.',
    input: object(task),
    result,
  }),
  cancelCount: defineCommand({
    name: 'wms.cancel_count',
    runs: 'inventory',
    summary: 'Cancels a count task; nothing is posted and its locations are free.',
    input: object(task),
    result,
  }),
};
