/** The packing lists of what has left. */
import type { TenantTransaction } from '../../db/database.ts';
import { freezePackingLists } from '../../db/shipping/papers.write.ts';
import { paperCommands } from '../../queues/shipping/loads.ts';
import type { Work } from '../engine/handler.ts';

/** A shipment, and the command that sent it or ended its rest. */
export interface Sent {
  work: Pick<Work, 'enqueue'>;
  shipment_id: string;
}

/**
 * Keeps what the packing lists of the shipments among these say that are shipped now, and queues their labels. One of
 * which a part had left is shipped, with that part, as soon as the rest of it is ended. The paper is drawn when somebody
 * asks for it.
 */
export async function listWhatLeft(tx: TenantTransaction, sent: readonly Sent[]): Promise<void> {
  const listed = await freezePackingLists(
    tx,
    sent.map(({ shipment_id: id }) => id),
  );
  for (const { work, shipment_id } of sent)
    if (listed.has(shipment_id)) work.enqueue(paperCommands.labelPackingList, { shipment_id });
}
