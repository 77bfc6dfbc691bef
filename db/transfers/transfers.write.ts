/** Writes transfers as documents: creation, locks, states. */
import type { ShipMode } from '../../domain/catalog/ship-modes.ts';
import { notFound } from '../../domain/refusal.ts';
import type { TransferRef } from '../../domain/transfers/events.ts';
import {
  transferStates,
  type MissingOutcome,
  type TransferStatus,
} from '../../domain/transfers/transfer-states.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { assignments, sql, values } from '../sql-text.ts';
import { stateReached } from '../state-columns.ts';

export interface NewTransfer extends TransferRef {
  ship_mode: ShipMode;
  carrier_code: string | null;
  expected_date: string | null;
  note: string;
  created_by: string;
}

export interface NewTransferLine {
  id: string;
  line_no: number;
  item_id: string;
  qty: number;
}

export async function insertTransfer(
  tx: TenantTransaction,
  made: NewTransfer,
  lines: readonly NewTransferLine[],
): Promise<void> {
  const { organizationId: organization_id } = tx;
  await execute(tx, sql`insert into transfers ${values({ ...made, organization_id })}`);
  const own = { organization_id, transfer_id: made.id, merchant_id: made.merchant_id };
  await execute(tx, sql`insert into transfer_lines ${values(lines.map((line) => ({ ...line, ...own })))}`);
}

export interface LockedTransfer extends TransferRef {
  status: TransferStatus;
  ship_mode: ShipMode;
  carrier_code: string | null;
  expected_date: string | null;
  missing: MissingOutcome | null;
}

const columns = sql`id, transfer_no, status, merchant_id, from_warehouse_id, to_warehouse_id, ship_mode, carrier_code,
  expected_date, missing`;

/**
 * Locks a transfer: before it is shipped after its shipment and before its receipt, from then on after its receipt. Refuses
 * 404.
 */
export async function lockTransfer(tx: TenantTransaction, id: string): Promise<LockedTransfer> {
  const found = await row<LockedTransfer>(
    tx,
    sql`select ${columns} from transfers where organization_id = ${tx.organizationId} and id = ${id} for update`,
  );
  if (!found) throw notFound('transfer');
  return found;
}

/** What a transfer has made, unlocked: its shipment and its receipt, once it is released. */
export async function documentsOf(
  tx: TenantTransaction,
  id: string,
): Promise<{ shipment_id: string | null; receipt_id: string | null }> {
  const found = await row<{ shipment_id: string | null; receipt_id: string | null }>(
    tx,
    sql`select (select s.id from wms_shipments s
                 where s.organization_id = t.organization_id and s.transfer_id = t.id) as shipment_id,
               (select r.id from inbound_receipts r
                 where r.organization_id = t.organization_id and r.transfer_id = t.id) as receipt_id
          from transfers t where t.organization_id = ${tx.organizationId} and t.id = ${id}`,
  );
  if (!found) throw notFound('transfer');
  return found;
}

/** Moves a locked transfer to a state, with its moment. */
export async function setTransferStatus(
  tx: TenantTransaction,
  id: string,
  status: TransferStatus,
  changes: { missing?: MissingOutcome; end_reason?: string | null } = {},
): Promise<void> {
  const written = assignments({
    ...stateReached(transferStates, status),
    ...changes,
    updated_at: sql`now()`,
  });
  await execute(
    tx,
    sql`update transfers set ${written} where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

export interface TransferLine {
  id: string;
  line_no: number;
  item_id: string;
  qty: string;
  uom: string;
}

export function readLinesToSend(tx: TenantTransaction, transferId: string): Promise<TransferLine[]> {
  return rows<TransferLine>(
    tx,
    sql`select l.id, l.line_no, l.item_id, l.qty, i.uom
          from transfer_lines l join items i on i.organization_id = l.organization_id and i.id = l.item_id
         where l.organization_id = ${tx.organizationId} and l.transfer_id = ${transferId} order by l.line_no`,
  );
}
