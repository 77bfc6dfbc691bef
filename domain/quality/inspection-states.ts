/** The life of an inspection of received goods: units wait, somebody looks at them, and it is decided what becomes of them. */
import { stateMachine, statesOf, type StateIn } from '../state-machine.ts';

export const goodsInspectionStates = stateMachine(
  'inspection',
  ['open'],
  [
    // What passes, or whose plan says what follows, is decided with it.
    ['record', ['open'], 'inspected'],
    ['decide', ['inspected'], 'decided'],
    ['cancel', ['open', 'inspected'], 'cancelled'],
  ],
);

export type GoodsInspectionStatus = StateIn<typeof goodsInspectionStates>;
export const goodsInspectionStatuses = statesOf(goodsInspectionStates);
