/** The handlers of drayage. */
import type { drayageCommands } from '../../queues/drayage/drayage.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { cancelDrayageOrder } from './cancel-drayage-order.ts';
import { changeDrayageTerms } from './change-drayage-terms.ts';
import { completeDrayageOrder } from './complete-drayage-order.ts';
import { createDrayageOrder } from './create-drayage-order.ts';
import { dispatchDrayageOrder } from './dispatch-drayage-order.ts';
import { recordContainerEvent } from './record-container-event.ts';

export const drayageHandlers: HandlersOf<typeof drayageCommands> = {
  createDrayageOrder,
  dispatchDrayageOrder,
  completeDrayageOrder,
  cancelDrayageOrder,
  changeDrayageTerms,
  recordContainerEvent,
};
