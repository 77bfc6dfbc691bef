/** Commands of receiving tasks. They start receipts, so they run on `receiving`. */
import { defineCommand } from '../engine/define-command.ts';
import { choice, flag, nullable, object, optional, uuid } from '../schema.ts';

const onTask = object({ task_id: uuid() });
const id = object({ id: uuid() });

export const receivingTaskCommands = {
  createReceivingTask: defineCommand({
    name: 'wms.create_receiving_task',
    runs: 'receiving',
    summary: 'Creates the receiving task of a receipt, or returns the open one.',
    input: object({
      receipt_id: uuid(),
      assignee_id: optional(
        nullable(uuid()),
        'A member, or the access token of a device. When omitted, the first scan claims the task.',
      ),
      receiving_method: optional(nullable(choice('palletized', 'direct', 'decide'))),
    }),
    result: object({ id: uuid(), existing: flag() }),
  }),
  startReceivingTask: defineCommand({
    name: 'wms.start_receiving_task',
    runs: 'receiving',
    summary: 'Starts a receiving task, claiming it if it is unassigned; its receipt becomes receiving.',
    input: onTask,
    result: id,
  }),
  unclaimReceivingTask: defineCommand({
    name: 'wms.unclaim_receiving_task',
    runs: 'receiving',
    summary:
      'Returns a receiving task that somebody took up: what was counted stays, and it is offered to all.',
    input: onTask,
    result: id,
  }),
  completeReceivingTask: defineCommand({
    name: 'wms.complete_receiving_task',
    runs: 'receiving',
    summary: 'Completes a receiving task and frees its receipt; the receipt stays as it is.',
    input: onTask,
    result: id,
  }),
  cancelReceivingTask: defineCommand({
    name: 'wms.cancel_receiving_task',
    runs: 'receiving',
    summary: 'Cancels a receiving task and frees its receipt; its counts are not reversed.',
    input: onTask,
    result: id,
  }),
};
