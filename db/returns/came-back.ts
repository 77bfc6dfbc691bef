/** What of an order line came back, less what went to the customer again, and what is authorised and still out. */
import { expectedReturnStates, receivedReturnStates } from '../../domain/returns/return-states.ts';
import { name, sql, type SqlText } from '../sql-text.ts';
import { isOneOf } from '../state-columns.ts';

/** Dispositions `d` that send units back to the customer, with the shipments `h` they leave in. */
export const sentHome: SqlText = sql`dispositions d
  join wms_shipments h on h.organization_id = d.organization_id and h.disposition_id = d.id`;

/** Whether a disposition stands. What was to go to the customer and was cancelled has still to be decided on. */
export const isInForce = (disposition: 'd' | 'x'): SqlText => sql`not exists (
  select 1 from wms_shipments c where c.organization_id = ${name(`${disposition}.organization_id`)}
     and c.disposition_id = ${name(`${disposition}.id`)} and c.status = 'cancelled')`;

/** Lines `n` of returns `r`, each with how much `came.qty` was counted of it, and `went.qty` left for the customer again. */
export const returnLinesCounted: SqlText = sql`return_lines n
  join returns r on r.organization_id = n.organization_id and r.id = n.return_id
  cross join lateral (
    select coalesce((select c.received_qty + c.damaged_qty from inbound_receipt_lines c
                      where c.organization_id = n.organization_id and c.id = n.receipt_line_id), 0) as qty) came
  cross join lateral (
    select coalesce(sum(t.qty), 0) as qty
      from ${sentHome}
      join wms_shipment_lines t on t.organization_id = h.organization_id and t.shipment_id = h.id
     where d.organization_id = n.organization_id and d.return_line_id = n.id and h.shipped_at is not null) went`;

/** Lines whose goods may still come. */
export const isExpected: SqlText = isOneOf('r.status', expectedReturnStates);

/** The sums of such lines: `returned` and `authorised`. */
export const cameBack: SqlText = sql`
  sum(came.qty - went.qty) filter (where ${isOneOf('r.status', receivedReturnStates)}) as returned,
  sum(greatest(n.qty - came.qty, 0)) filter (where ${isExpected}) as authorised`;
