/** Ships many shipments, such as a load's or an order's: all or, with a refusal thrown, none. */
import { groupBy } from '../../domain/group-by.ts';
import { orThrow } from '../../domain/refusal.ts';
import type { TenantTransaction } from '../database.ts';
import { advanceToShipped } from './shipment-steps.write.ts';
import { isPlain } from './step-facts.read.ts';
import { advanceTogether, type AskedStep } from './steps-together.write.ts';

/**
 * Ships locked shipments: plain ones together, as many of them as are of different orders, since each moves its order;
 * the others one by one.
 */
export async function shipAll(tx: TenantTransaction, asked: readonly AskedStep[]): Promise<void> {
  for (const round of roundsOf(asked.filter(({ taken }) => isPlain(taken))))
    for (const stepped of await advanceTogether(tx, round, 'shipped')) orThrow(stepped);
  for (const { work, taken, facts } of asked)
    if (!isPlain(taken)) await advanceToShipped(work, taken.shipment, facts);
}

/** The first shipments of each order, then their second ones, and so on. */
function roundsOf(asked: readonly AskedStep[]): AskedStep[][] {
  const rounds: AskedStep[][] = [];
  const byOrder = groupBy(asked, ({ taken: { shipment } }) => shipment.order_id ?? shipment.id);
  for (const ofOrder of byOrder.values())
    for (const [at, one] of ofOrder.entries()) (rounds[at] ??= []).push(one);
  return rounds;
}
