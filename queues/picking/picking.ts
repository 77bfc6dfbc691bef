/** Commands of pick tasks. Assigning tasks runs inline; whatever moves stock runs on the inventory queue. */
import { defineCommand } from '../engine/define-command.ts';
import { identifier } from '../inventory/identifier.ts';
import { flag, freeText, list, object, optional, qty, text, uuid } from '../schema.ts';

const position = () =>
  optional(text(64), 'The code of the position it was put into: in a pick job, other than of method single.');
const units = () =>
  optional(
    list(identifier(100), { min: 1, max: 2_000 }),
    'Which units were picked, one serial number each: its shipment leaves with these, unless shipping names others. Left out, those there longest are taken to be.',
  );
/** Of a pick, or of all that is left of a job. */
export const putBack = () =>
  optional(
    flag(),
    'What a batch took for it lies where it was again. Needed to give back goods that were taken.',
  );
const task = { pick_task_id: uuid() };
const result = object({ id: uuid() });

export const pickingCommands = {
  claimNextPick: defineCommand({
    name: 'wms.claim_next_pick',
    runs: 'inline',
    summary:
      'Claims the next open pick task of a warehouse: of the most urgent wave, by zone and pick sequence.',
    input: object({ warehouse_id: uuid(), wave_id: optional(uuid()), zone: optional(text(64)) }),
    result,
  }),
  claimPick: defineCommand({
    name: 'wms.claim_pick',
    runs: 'inline',
    summary: 'Claims an open pick task.',
    input: object(task),
    result,
  }),
  startPick: defineCommand({
    name: 'wms.start_pick',
    runs: 'inline',
    summary: 'Starts a claimed pick task: its shipment cannot be shipped meanwhile.',
    input: object(task),
    result,
  }),
  unclaimPick: defineCommand({
    name: 'wms.unclaim_pick',
    runs: 'inline',
    summary: 'Returns a claimed pick task.',
    input: object({ ...task, put_back: putBack() }),
    result,
  }),
  confirmPick: defineCommand({
    name: 'wms.confirm_pick',
    runs: 'inventory',
    together: true,
    summary: 'Confirms a pick: its stock goes to staging.',
    input: object({
      ...task,
      position: position(),
      serial_nos: units(),
      left_qty: optional(
        qty({ min: 0 }),
        'How much of the item and lot is left there, counted on the way: please_count of the answer asks for it, and confirm takes it once more. Where it differs from the ledger, the place is counted.',
      ),
    }),
    result,
  }),
  shortPick: defineCommand({
    name: 'wms.short_pick',
    runs: 'inventory',
    summary:
      'Reports a short pick: the location is counted, unless the lot is on hold; the rest is allocated elsewhere or backordered.',
    input: object({
      ...task,
      picked_qty: optional(qty({ min: 0 }), 'The quantity found, less than the task asks for. Default 0.'),
      position: position(),
      serial_nos: units(),
      note: optional(freeText(500)),
    }),
    result,
  }),
};
