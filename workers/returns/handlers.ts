/** The handlers of returns. */
import type { returnRuleCommands } from '../../queues/returns/return-rules.ts';
import { returnRuleRecord } from '../../queues/returns/return-rules.ts';
import type { inspectionPhotoCommands } from '../../queues/returns/inspection-photos.ts';
import type { returnLabelCommands } from '../../queues/returns/return-labels.ts';
import type { returnCommands } from '../../queues/returns/returns.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { addInspectionPhotos } from './add-inspection-photos.ts';
import { addReturnLines } from './add-return-lines.ts';
import { authorizeReturn } from './authorize-return.ts';
import { buyReturnLabel } from './labels/buy-return-label.ts';
import { cancelReturn } from './cancel-return.ts';
import { closeReturn } from './close-return.ts';
import { createReturn } from './create-return.ts';
import { creditReturn } from './credit-return.ts';
import { recordHandlers } from '../record-handlers.ts';
import { disposeReturn } from './dispose-return.ts';
import { dryRunReturnRules } from './dry-run-return-rules.ts';
import { expireReturn } from './expire-return.ts';
import { inspectReturn } from './inspect-return.ts';
import { printReturnLabel } from './labels/print-return-label.ts';
import { receiveReturn } from './receive-return.ts';
import { rejectReturn } from './reject-return.ts';

const rule = recordHandlers(returnRuleRecord);

export const returnsHandlers: HandlersOf<
  typeof returnCommands &
    typeof returnLabelCommands &
    typeof returnRuleCommands &
    typeof inspectionPhotoCommands
> = {
  addInspectionPhotos,
  createReturn,
  addReturnLines,
  authorizeReturn,
  receiveReturn,
  rejectReturn,
  cancelReturn,
  expireReturn,
  closeReturn,
  creditReturn,
  createReturnRule: rule.create,
  updateReturnRule: rule.update,
  dryRunReturnRules,
  printReturnLabel,
  buyReturnLabel,
  inspectReturn,
  disposeReturn,
};
