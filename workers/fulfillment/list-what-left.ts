/** The packing lists of what has left, and the labels that are bought as it does, or were for cartons never packed. */
import type { TenantTransaction } from '../../db/database.ts';
import { hasLabelsToSettle, unplanLabels } from '../../db/parcels/planned-labels.write.ts';
import { wantAtShip } from '../../db/parcels/wanted-labels.write.ts';
import { lockShipments } from '../../db/shipping/shipments.write.ts';
import { freezePackingLists } from '../../db/shipping/papers.write.ts';
import { groupBy } from '../../domain/group-by.ts';
import { paperCommands } from '../../queues/shipping/loads.ts';
import type { Work } from '../engine/handler.ts';

/** A shipment, and the command that sent it or ended its rest. */
export interface Sent {
  work: Pick<Work, 'enqueue' | 'actor' | 'signal' | 'emit'>;
  shipment_id: string;
}

// So that the first label of many does not wait for the last.
const labelsMax = 16;

/**
 * Keeps what the packing lists of the shipments among these say that are shipped now, and queues their labels: one
 * command for what a person sent. A shipment of which a part had left is shipped, with that part, as soon as the rest of
 * it is ended. The paper is drawn when somebody asks for it.
 */
export async function listWhatLeft(tx: TenantTransaction, sent: readonly Sent[]): Promise<void> {
  const listed = await freezePackingLists(
    tx,
    sent.map(({ shipment_id: id }) => id),
    hasLabelsToSettle,
  );
  const isNew = sent.filter(({ shipment_id: id }) => listed.has(id));
  for (const some of groupBy(isNew, ({ work: { actor } }) => `${actor.token_id}/${actor.member_id}`).values())
    for (let from = 0; from < some.length; from += labelsMax) {
      const ids = some.slice(from, from + labelsMax).map(({ shipment_id: id }) => id);
      some[0]!.work.enqueue(paperCommands.labelPackingLists, { shipment_ids: ids });
    }
  await wantLabels(
    tx,
    sent.filter(({ shipment_id: id }) => listed.get(id)),
  );
}

/** Wanted here, with what has left, and bought after the commit: whatever a carrier says, it has left. */
async function wantLabels(tx: TenantTransaction, sent: readonly Sent[]): Promise<void> {
  if (sent.length === 0) return;
  const workOf = new Map(sent.map(({ work, shipment_id: id }) => [id, work]));
  for (const shipment of await lockShipments(tx, [...workOf.keys()])) {
    const work = workOf.get(shipment.id)!;
    await unplanLabels({ ...work, tx }, [shipment.id], 'not_packed');
    if (await wantAtShip(tx, shipment, work.actor.name)) work.signal({ kind: 'look', reason: 'labels' });
  }
}
