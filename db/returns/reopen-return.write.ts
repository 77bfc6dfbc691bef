/** Units that were to go to the customer and do not, since their shipment was cancelled: their return waits for another decision. */
import { returnEvent } from '../../domain/returns/events.ts';
import { returnStates } from '../../domain/returns/return-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import { execute, row } from '../database.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { sql } from '../sql-text.ts';
import { lockReturn } from './returns.write.ts';

/** The shipment is locked, and its stock is not yet: whoever disposes locks the return before it. */
export async function reopenReturn(
  work: StockPosting,
  shipmentId: string,
  dispositionId: string,
): Promise<void> {
  const { tx } = work;
  const of = await row<{ return_id: string }>(
    tx,
    sql`select l.return_id from dispositions d
          join return_lines l on l.organization_id = d.organization_id and l.id = d.return_line_id
         where d.organization_id = ${tx.organizationId} and d.id = ${dispositionId}`,
  );
  const found = await lockReturn(tx, of!.return_id);
  const status = nextState(returnStates, found.status, 'reopen');
  if (status !== found.status)
    await execute(
      tx,
      sql`update returns set status = ${status}, disposed_at = null, closed_at = null, updated_at = now()
           where organization_id = ${tx.organizationId} and id = ${found.id}`,
    );
  const states = { status, previous_status: found.status };
  work.emit(
    returnEvent(found, 'reopened', { ...states, disposition_id: dispositionId, shipment_id: shipmentId }),
  );
}
