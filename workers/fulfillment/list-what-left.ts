/** The packing lists of what has left. */
import type { TenantTransaction } from '../../db/database.ts';
import { freezePackingLists } from '../../db/shipping/papers.write.ts';
import { groupBy } from '../../domain/group-by.ts';
import { paperCommands } from '../../queues/shipping/loads.ts';
import type { Work } from '../engine/handler.ts';

/** A shipment, and the command that sent it or ended its rest. */
export interface Sent {
  work: Pick<Work, 'enqueue' | 'actor'>;
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
  );
  const isNew = sent.filter(({ shipment_id: id }) => listed.has(id));
  for (const some of groupBy(isNew, ({ work: { actor } }) => `${actor.token_id}/${actor.member_id}`).values())
    for (let from = 0; from < some.length; from += labelsMax) {
      const ids = some.slice(from, from + labelsMax).map(({ shipment_id: id }) => id);
      some[0]!.work.enqueue(paperCommands.labelPackingLists, { shipment_ids: ids });
    }
}
