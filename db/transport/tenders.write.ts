/** Tenders: what was offered to whom at which rate, and the answer. At most one per order is open or accepted. */
import { isOneOf } from '../state-columns.ts';
import { newId } from '../../domain/new-id.ts';
import { nextState } from '../../domain/state-machine.ts';
import {
  liveTenderStates,
  tenderStates,
  type TenderStatus,
} from '../../domain/transport/transport-states.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { sql, values } from '../sql-text.ts';

export interface Tender {
  id: string;
  carrier_id: string;
  rate: string;
  currency: string;
  status: TenderStatus;
  expires_at: Date | null;
}

const columns = sql`id, carrier_id, rate, currency, status, expires_at`;

/** The open or accepted tender, locked; the caller already holds its order locked. */
export async function lockLiveTender(tx: TenantTransaction, orderId: string): Promise<Tender | undefined> {
  const [found] = await rows<Tender>(
    tx,
    sql`select ${columns} from transport_tenders
         where organization_id = ${tx.organizationId} and order_id = ${orderId} and ${isOneOf('status', liveTenderStates)}
           for update`,
  );
  return found;
}

/** Tenders a locked order to a carrier. */
export async function insertTender(
  tx: TenantTransaction,
  tender: {
    order_id: string;
    carrier_id: string;
    rate: number;
    currency: string;
    status: 'offered' | 'accepted';
    expires_at: Date | null;
  },
): Promise<string> {
  const id = newId();
  const [last] = await rows<{ number: number }>(
    tx,
    sql`select coalesce(max(tender_no), 0)::integer as number from transport_tenders
         where organization_id = ${tx.organizationId} and order_id = ${tender.order_id}`,
  );
  await execute(
    tx,
    sql`insert into transport_tenders ${values({
      ...tender,
      organization_id: tx.organizationId,
      id,
      tender_no: last!.number + 1,
      answered_at: tender.status === 'accepted' ? sql`now()` : null,
    })}`,
  );
  return id;
}

/** Writes the result of a locked tender. */
export async function endTender(
  tx: TenantTransaction,
  tender: Pick<Tender, 'id' | 'status'>,
  action: 'accept' | 'decline' | 'expire' | 'withdraw',
  reason: string | null = null,
): Promise<void> {
  const status = nextState(tenderStates, tender.status, action);
  await execute(
    tx,
    sql`update transport_tenders set status = ${status}, reason = ${reason}, answered_at = now()
         where organization_id = ${tx.organizationId} and id = ${tender.id}`,
  );
}
