/** What the shared steps of receiving and shipments need of the handler that runs them; `Work` of workers/handler.ts fits. */
import type { TenantTransaction } from '../database.ts';
import { post, type LedgerEntry } from './ledger.write.ts';

export interface ShipmentWork {
  readonly tx: TenantTransaction;
  readonly organizationId: string;
  readonly commandId: string;
  readonly actor: { name: string };
  tell(event: { type: string; subject_type: string; subject_id: string; data?: object }): void;
}

const nextLine = new WeakMap<ShipmentWork, number>();

/**
 * Posts to the ledger; a handler that posts several times (one shipment after another) goes on with the next line
 * number. Answers the ledger ids.
 */
export async function postNext(work: ShipmentWork, entries: readonly LedgerEntry[]): Promise<string[]> {
  const firstLine = nextLine.get(work) ?? 1;
  nextLine.set(work, firstLine + entries.length);
  const { tx, organizationId, commandId, actor } = work;
  return post(tx, { organizationId, commandId, actor: actor.name, firstLine }, entries);
}
