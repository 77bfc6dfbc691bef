/** The handlers of planned moves. */
import type { plannedMoveCommands } from '../../queues/moves/moves.ts';
import type { replenishmentCommands } from '../../queues/moves/replenishment.ts';
import type { putawayCommands } from '../../queues/moves/putaway.ts';
import type { HandlersOf } from '../engine/handler.ts';
import type { slottingCommands } from '../../queues/moves/slotting.ts';
import { cancelMove } from './cancel-move.ts';
import { classifyVelocity } from './classify-velocity.ts';
import { claimMove } from './claim-move.ts';
import { claimNextMove } from './claim-next-move.ts';
import { confirmMove } from './confirm-move.ts';
import { dropMovesTo } from './drop-moves-to.ts';
import { planMove } from './plan-move.ts';
import { planReplenishments } from './plan-replenishments.ts';
import { planSlotting } from './plan-slotting.ts';
import { createPickFace, updatePickFace } from './save-pick-face.ts';
import { planPutaway } from './plan-putaway.ts';
import { createPutawayRule, updatePutawayRule } from './save-putaway-rule.ts';
import { planSwap } from './plan-swap.ts';
import { startMove } from './start-move.ts';
import { unclaimMove } from './unclaim-move.ts';

export const movesHandlers: HandlersOf<
  typeof plannedMoveCommands & typeof putawayCommands & typeof replenishmentCommands & typeof slottingCommands
> = {
  planMove,
  claimNextMove,
  claimMove,
  startMove,
  unclaimMove,
  confirmMove,
  cancelMove,
  dropMovesTo,
  createPutawayRule,
  updatePutawayRule,
  planPutaway,
  createPickFace,
  updatePickFace,
  planReplenishments,
  classifyVelocity,
  planSlotting,
  planSwap,
};
