/** What counting on a receipt means for the return that names it. The caller holds the receipt locked. */
import type { ReturnStatus } from '../../domain/returns/return-states.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { creditedOfLine } from './live-credits.ts';
import type { LockedReturn } from './returns.write.ts';

/** Those of the returns, locked in id order, that are in a state. */
export function lockReturnsIn(
  tx: TenantTransaction,
  status: ReturnStatus,
  ids: readonly string[],
): Promise<LockedReturn[]> {
  return rows<LockedReturn>(
    tx,
    sql`select id, return_no, status, kind, merchant_id, warehouse_id, order_id, shipment_id from returns
         where organization_id = ${tx.organizationId} and id = any (${[...ids]}::uuid[]) and status = ${status}
         order by id for update`,
  );
}

/** The first count of returns: they are being received. */
export async function setReturnsReceiving(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  await execute(
    tx,
    sql`update returns set status = 'receiving', receiving_at = now(), updated_at = now()
         where organization_id = ${tx.organizationId} and id = any (${[...ids]}::uuid[])`,
  );
}

export interface CountedReturnLine {
  id: string;
  item_id: string;
  order_line_id: string | null;
  inspected: string;
  /** Of units that nobody inspects, what is credited already came back. */
  credited: string;
  inspected_serials: string[];
}

/** The line of a return that is counted on a line of its receipt, and how much of it was inspected. */
export function countedReturnLine(
  tx: TenantTransaction,
  receiptLineId: string,
): Promise<CountedReturnLine | undefined> {
  return row<CountedReturnLine>(
    tx,
    sql`select l.id, l.item_id, l.order_line_id,
               array(select s from inspections x cross join unnest(x.serial_nos) s
                      where x.organization_id = l.organization_id and x.return_line_id = l.id) as inspected_serials,
               coalesce((select sum(x.qty) from inspections x
                          where x.organization_id = l.organization_id and x.return_line_id = l.id), 0) as inspected,
               ${creditedOfLine} as credited
          from return_lines l
         where l.organization_id = ${tx.organizationId} and l.receipt_line_id = ${receiptLineId}`,
  );
}

/** A line of a return with the line of its receipt that it is counted on. */
export interface CountedLine {
  id: string;
  item_id: string;
  lot_no: string | null;
  receipt_line_id: string;
  is_expected: boolean;
}

/** The lines of a return with a receipt, where each is counted, and whether units of it are still expected. */
export function linesCounted(tx: TenantTransaction, returnId: string): Promise<CountedLine[]> {
  return rows<CountedLine>(
    tx,
    sql`select l.id, l.item_id, l.lot_no, l.receipt_line_id, l.qty > c.received_qty + c.damaged_qty as is_expected
          from return_lines l
          join inbound_receipt_lines c on c.organization_id = l.organization_id and c.id = l.receipt_line_id
         where l.organization_id = ${tx.organizationId} and l.return_id = ${returnId}`,
  );
}
