/** What of an order line came back, and what is authorised and still out. */
import { expectedReturnStates, receivedReturnStates } from '../../domain/returns/return-states.ts';
import { sql, type SqlText } from '../sql-text.ts';
import { isOneOf } from '../state-columns.ts';

/** Lines `n` of returns `r`, each with how much `came.qty` was counted of it. */
export const returnLinesCounted: SqlText = sql`return_lines n
  join returns r on r.organization_id = n.organization_id and r.id = n.return_id
  cross join lateral (
    select coalesce((select c.received_qty + c.damaged_qty from inbound_receipt_lines c
                      where c.organization_id = n.organization_id and c.id = n.receipt_line_id), 0) as qty) came`;

/** Lines whose goods may still come. */
export const isExpected: SqlText = isOneOf('r.status', expectedReturnStates);

/** The sums of such lines: `returned` and `authorised`. */
export const cameBack: SqlText = sql`
  sum(came.qty) filter (where ${isOneOf('r.status', receivedReturnStates)}) as returned,
  sum(greatest(n.qty - came.qty, 0)) filter (where ${isExpected}) as authorised`;
