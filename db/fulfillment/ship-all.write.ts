/** Ships many shipments for one command, such as a load's: all or, with a refusal thrown, none. */
import { groupBy } from '../../domain/group-by.ts';
import { orThrow } from '../../domain/refusal.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { advanceToShipped } from './shipment-steps.write.ts';
import { isPlain, type TakenShipment } from './step-facts.read.ts';
import { advanceTogether } from './steps-together.write.ts';

/**
 * Ships locked shipments: plain ones together, as many of them as are of different orders, since each moves its order;
 * the others one by one.
 */
export async function shipAll(
  work: StockPosting,
  taken: readonly TakenShipment[],
  facts: { carrier_code?: string },
): Promise<void> {
  for (const round of roundsOf(taken.filter(isPlain))) {
    const asked = round.map((one) => ({ work, taken: one, facts }));
    for (const stepped of await advanceTogether(work.tx, asked, 'shipped')) orThrow(stepped);
  }
  for (const one of taken) if (!isPlain(one)) await advanceToShipped(work, one.shipment, facts);
}

/** The first shipments of each order, then their second ones, and so on. */
function roundsOf(taken: readonly TakenShipment[]): TakenShipment[][] {
  const rounds: TakenShipment[][] = [];
  const byOrder = groupBy(taken, ({ shipment: { id, order_id: orderId } }) => orderId ?? id);
  for (const ofOrder of byOrder.values())
    for (const [at, one] of ofOrder.entries()) (rounds[at] ??= []).push(one);
  return rounds;
}
