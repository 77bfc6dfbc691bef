/** States of a put-back task: goods of a cancelled shipment to return to storage. */
import { stateMachine } from '../state-machine.ts';

export const putBackTaskStates = stateMachine('put-back task', ['open'], [['complete', ['open'], 'done']]);
