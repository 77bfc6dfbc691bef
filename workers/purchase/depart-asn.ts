/** Marks an ASN as in transit. Does nothing when repeated. */
import { lockAsn, setAsnStage } from '../../db/purchase/asns.write.ts';
import { asnStates } from '../../domain/purchase/asn-states.ts';
import { asnEvent } from '../../domain/purchase/events.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { asnCommands } from '../../queues/purchase/asns.ts';
import type { Handler } from '../engine/handler.ts';

export const departAsn: Handler<typeof asnCommands.departAsn> = async ({ tx, emit }, { asn_id: id }) => {
  const asn = await lockAsn(tx, id);
  if (asn.stage === 'in_transit') return { id };
  const status = nextState(asnStates, asn.stage, 'depart');
  await setAsnStage(tx, id, 'in_transit');
  emit(asnEvent(asn, 'departed', { status, previous_status: asn.status }));
  return { id };
};
