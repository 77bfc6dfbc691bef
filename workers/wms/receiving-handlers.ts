/** The handlers of receipts and receiving tasks. */
import type { receiptCommands } from '../../queues/wms/receipts.ts';
import type { receivingTaskCommands } from '../../queues/wms/receiving-tasks.ts';
import type { HandlersOf } from '../handler.ts';
import { run as addReceiptLine } from './add-receipt-line.ts';
import { run as cancelReceivingTask } from './cancel-receiving-task.ts';
import { run as closeReceipt } from './close-receipt.ts';
import { run as completeReceive } from './complete-receive.ts';
import { run as completeReceivingTask } from './complete-receiving-task.ts';
import { run as correctLot } from './correct-lot.ts';
import { run as createReceipt } from './create-receipt.ts';
import { run as createReceivingTask } from './create-receiving-task.ts';
import { run as receiveAll } from './receive-all.ts';
import { run as receiveLine } from './receive-line.ts';
import { run as reverseLine } from './reverse-receipt-line.ts';
import { run as startReceivingTask } from './start-receiving-task.ts';

export const receivingHandlers: HandlersOf<typeof receiptCommands & typeof receivingTaskCommands> = {
  createReceipt,
  addReceiptLine,
  receiveLine,
  receiveAll,
  reverseLine,
  completeReceive,
  closeReceipt,
  correctLot,
  createReceivingTask,
  startReceivingTask,
  completeReceivingTask,
  cancelReceivingTask,
};
