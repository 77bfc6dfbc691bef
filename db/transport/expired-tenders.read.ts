/** Offers past their deadline in every organization, for the schedule that expires them. */
import { rows, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface ExpiredTender {
  organization_id: string;
  order_id: string;
  tender_id: string;
}

/** The oldest thousand; the rest follow next time. */
export function expiredTenders(database: Database): Promise<ExpiredTender[]> {
  return rows<ExpiredTender>(
    database.system,
    sql`select organization_id, order_id, id as tender_id from transport_tenders
         where status = 'offered' and expires_at <= now() order by expires_at limit 1000`,
  );
}
