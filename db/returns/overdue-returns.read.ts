/** Authorized returns whose last day is past at their warehouse, for the schedule that expires them. */
import { cancellableStates } from '../../domain/orders/order-states.ts';
import { row, rows, type Database, type TenantTransaction } from '../database.ts';
import { isComingBack } from '../parcels/unneeded-labels.write.ts';
import { sql } from '../sql-text.ts';

const oneRunMax = 1000;

/** Organizations that may have any: where the day is not over yet, their own read says so. */
export async function organizationsWithOverdueReturns(database: Database): Promise<string[]> {
  // No clock is more than a day ahead of UTC.
  const found = await rows<{ organization_id: string }>(
    database.system,
    sql`select distinct organization_id from returns
         where status = 'authorized' and expires_on < (now() at time zone 'UTC')::date + 1`,
  );
  return found.map(({ organization_id: id }) => id);
}

// While what replaces its goods is under way, or has left, its goods are owed: a person says what becomes of it. While its
// own parcel is under way, or has come, its goods are at the dock sooner or later.
const isPast = sql`r.status = 'authorized' and r.expires_on < (now() at time zone w.time_zone)::date
  and not exists (select from sales_orders p
                   where p.organization_id = r.organization_id and p.replaces_return_id = r.id
                     and p.status <> all (${[...cancellableStates, 'cancelled']}::text[]))
  and not exists (select from label_purchases b
                   where b.organization_id = r.organization_id and b.return_id = r.id and ${isComingBack('b')})`;
const from = sql`returns r join warehouses w on w.organization_id = r.organization_id and w.id = r.warehouse_id`;

/** The longest overdue first; the rest follow next time. One whose goods somebody is about to count stays. */
export function overdueReturns(tx: TenantTransaction): Promise<{ id: string }[]> {
  return rows<{ id: string }>(
    tx,
    sql`select r.id from ${from}
          left join inbound_receipts c on c.organization_id = r.organization_id and c.return_id = r.id
         where r.organization_id = ${tx.organizationId} and ${isPast} and c.open_task_id is null
         order by r.expires_on, r.id limit ${oneRunMax}`,
  );
}

/** Whether a locked return is authorized and its last day past. */
export async function isOverdue(tx: TenantTransaction, id: string): Promise<boolean> {
  const found = await row(
    tx,
    sql`select 1 from ${from} where r.organization_id = ${tx.organizationId} and r.id = ${id} and ${isPast}`,
  );
  return found !== undefined;
}
