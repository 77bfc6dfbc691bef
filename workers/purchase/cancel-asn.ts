/** Cancels an ASN that has not arrived. Does nothing when repeated. */
import { lockAsn, setAsnStage } from '../../db/purchase/asns.write.ts';
import { asnStates } from '../../domain/purchase/asn-states.ts';
import { asnEvent } from '../../domain/purchase/events.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { asnCommands } from '../../queues/purchase/asns.ts';
import type { Handler } from '../engine/handler.ts';

export const cancelAsn: Handler<typeof asnCommands.cancelAsn> = async ({ tx, emit }, { asn_id: id }) => {
  const asn = await lockAsn(tx, id);
  if (asn.stage === 'cancelled') return { id };
  const status = nextState(asnStates, asn.stage, 'cancel');
  await setAsnStage(tx, id, 'cancelled');
  emit(asnEvent(asn, 'cancelled', { status, previous_status: asn.status }));
  return { id };
};
