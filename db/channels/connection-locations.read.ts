/** Reads which of a store's places each warehouse fills. */
import { row, type TenantTransaction } from '../database.ts';
import { equalTo, every, sql } from '../sql-text.ts';
import { readPage, type PageOf, type PageQuery } from '../page.ts';

export interface LocationRow {
  id: string;
  connection_id: string;
  merchant_id: string;
  warehouse_id: string;
  warehouse_code: string;
  store_location: string;
  created_at: Date;
  updated_at: Date;
}

const columns = sql`l.id, l.connection_id, l.merchant_id, l.warehouse_id, w.code as warehouse_code, l.store_location,
  l.created_at, l.updated_at`;
const from = sql`connection_locations l
  join warehouses w on w.organization_id = l.organization_id and w.id = l.warehouse_id`;

export function listConnectionLocations(
  tx: TenantTransaction,
  { page, page_size, ...filters }: PageQuery & { connection_id?: string; warehouse_id?: string },
): Promise<PageOf<LocationRow>> {
  const where = every(equalTo('l', { organization_id: tx.organizationId, ...filters }));
  return readPage(tx, { columns, from, where, order: ['-l.created_at', '-l.id'] }, { page, page_size });
}

export const findConnectionLocation = (tx: TenantTransaction, id: string): Promise<LocationRow | undefined> =>
  row<LocationRow>(
    tx,
    sql`select ${columns} from ${from} where l.organization_id = ${tx.organizationId} and l.id = ${id}`,
  );
