/** The handlers of inspections of received goods. */
import type { qualityCommands } from '../../queues/quality/quality.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { addGoodsPhotos } from './add-goods-photos.ts';
import { cancelInspection } from './cancel-inspection.ts';
import { decideInspection } from './decide-inspection.ts';
import { recordInspection } from './record-inspection.ts';
import { createInspectionPlan, updateInspectionPlan } from './save-inspection-plan.ts';

export const qualityHandlers: HandlersOf<typeof qualityCommands> = {
  createInspectionPlan,
  updateInspectionPlan,
  addGoodsPhotos,
  recordInspection,
  decideInspection,
  cancelInspection,
};
