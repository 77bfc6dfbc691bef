/** The handlers of receipts and receiving tasks. */
import type { receiptCommands } from '../../queues/receiving/receipts.ts';
import type { receivingTaskCommands } from '../../queues/receiving/receiving-tasks.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { addReceiptLine } from './add-receipt-line.ts';
import { cancelReceivingTask } from './cancel-receiving-task.ts';
import { closeReceipt } from './close-receipt.ts';
import { completeReceive } from './complete-receive.ts';
import { completeReceivingTask } from './complete-receiving-task.ts';
import { correctLot } from './correct-lot.ts';
import { createReceipt } from './create-receipt.ts';
import { createReceivingTask } from './create-receiving-task.ts';
import { receiveAll } from './receive-all.ts';
import { receiveLine } from './receive-line.ts';
import { reverseLine } from './reverse-receipt-line.ts';
import { startReceivingTask } from './start-receiving-task.ts';
import { tellPutAway } from './tell-put-away.ts';
import { unclaimReceivingTask } from './unclaim-receiving-task.ts';

export const receivingHandlers: HandlersOf<typeof receiptCommands & typeof receivingTaskCommands> = {
  createReceipt,
  addReceiptLine,
  receiveLine,
  receiveAll,
  reverseLine,
  completeReceive,
  closeReceipt,
  tellPutAway,
  correctLot,
  createReceivingTask,
  startReceivingTask,
  completeReceivingTask,
  cancelReceivingTask,
  unclaimReceivingTask,
};
