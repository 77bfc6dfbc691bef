/** Sets when a delivery is expected and keeps the earlier date. The same time again changes nothing. */
import { etaAt } from '../../db/purchase/asns.read.ts';
import { lockAsn, setAsnEta as setEta } from '../../db/purchase/asns.write.ts';
import { asnStates } from '../../domain/purchase/asn-states.ts';
import { asnEvent } from '../../domain/purchase/events.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { asnCommands } from '../../queues/purchase/asns.ts';
import type { Handler } from '../engine/handler.ts';

export const setAsnEta: Handler<typeof asnCommands.setAsnEta> = async (
  { tx, organizationId, actor, emit },
  { asn_id: id, eta: said, reason = 'other', note = '' },
) => {
  const asn = await lockAsn(tx, id);
  const status = nextState(asnStates, asn.stage, 'set_eta');
  const eta = await etaAt(tx, { organizationId, warehouseId: asn.warehouse_id }, said);
  const previous = asn.eta;
  if (previous && previous.getTime() === Date.parse(eta)) return { id };
  await setEta(tx, asn, { eta, previous, reason, note, by: actor.name });
  const moved = { eta, previous_eta: previous?.toISOString() ?? null, reason };
  emit(asnEvent(asn, 'eta_changed', { status, previous_status: asn.status, ...moved }));
  return { id };
};
