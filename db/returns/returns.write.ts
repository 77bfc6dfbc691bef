/** Writes returns as documents: creation, lines, states. */
import type { InspectMode, ReturnTerms } from '../../domain/returns/return-rules.ts';
import {
  endedReturnStates,
  returnStates,
  type ReturnKind,
  type ReturnStatus,
} from '../../domain/returns/return-states.ts';
import { newId } from '../../domain/new-id.ts';
import { notFound } from '../../domain/refusal.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { assignments, sql } from '../sql-text.ts';
import { stateReached } from '../state-columns.ts';

export interface NewReturn {
  id: string;
  return_no: string;
  kind: string;
  merchant_id: string;
  warehouse_id: string;
  order_id: string | null;
  shipment_id: string | null;
  channel_return_no: string | null;
  expires_on: string | null;
  note: string;
  created_by: string;
}

export interface NewReturnLine {
  id: string;
  order_line_id: string | null;
  shipment_line_id: string | null;
  item_id: string;
  qty: number;
  reason_code: string;
  lot_no: string | null;
  wanted: string;
  serial_nos: readonly string[];
  terms: ReturnTerms;
}

export async function insertReturn(tx: TenantTransaction, made: NewReturn): Promise<void> {
  await execute(
    tx,
    sql`insert into returns (organization_id, id, return_no, kind, merchant_id, warehouse_id, order_id, shipment_id,
               channel_return_no, expires_on, note, created_by)
        values (${tx.organizationId}, ${made.id}, ${made.return_no}, ${made.kind}, ${made.merchant_id}, ${made.warehouse_id},
               ${made.order_id}, ${made.shipment_id}, ${made.channel_return_no}, ${made.expires_on}, ${made.note},
               ${made.created_by})`,
  );
}

/**
 * Adds lines behind those there are, with the serials they name. A serial that another return expects is 409 DUPLICATE:
 * the unique index decides between two at once.
 */
export async function insertReturnLines(
  tx: TenantTransaction,
  of: { id: string; merchant_id: string },
  lines: readonly NewReturnLine[],
): Promise<void> {
  await execute(
    tx,
    sql`insert into return_lines (organization_id, id, return_id, merchant_id, line_no, order_line_id, shipment_line_id, item_id,
               qty, reason_code, lot_no, wanted, rule_id, disposition, inspect, credit_percent, restocking_fee, fee_item_id, replace_at)
        select ${tx.organizationId}::uuid, l.id, ${of.id}::uuid, ${of.merchant_id}::uuid,
               l.place + (select coalesce(max(line_no), 0) from return_lines
                           where organization_id = ${tx.organizationId} and return_id = ${of.id}),
               l.order_line_id, l.shipment_line_id, l.item_id, l.qty, l.reason_code, l.lot_no, l.wanted,
               l.rule_id, l.disposition, l.inspect, l.credit_percent, l.restocking_fee, l.fee_item_id, l.replace_at
          from jsonb_to_recordset(${JSON.stringify(lines.map(({ terms, ...line }, index) => ({ ...line, ...terms, place: index + 1 })))}::jsonb)
               as l (id uuid, place integer, order_line_id uuid, shipment_line_id uuid, item_id uuid, qty numeric,
                     reason_code text, lot_no text, wanted text, rule_id uuid, disposition text, inspect text,
                     credit_percent numeric, restocking_fee numeric, fee_item_id uuid, replace_at text)`,
  );
  const units = lines.flatMap(({ id, item_id, serial_nos }) =>
    serial_nos.map((serial_no) => ({ id: newId(), return_line_id: id, item_id, serial_no })),
  );
  if (units.length === 0) return;
  await execute(
    tx,
    sql`insert into return_units (organization_id, id, return_line_id, merchant_id, item_id, serial_no)
        select ${tx.organizationId}::uuid, id, return_line_id, ${of.merchant_id}::uuid, item_id, serial_no
          from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as u (id uuid, return_line_id uuid, item_id uuid, serial_no text)
         order by item_id, serial_no`,
  );
}

export interface LockedReturn {
  id: string;
  return_no: string;
  status: ReturnStatus;
  kind: ReturnKind;
  merchant_id: string;
  warehouse_id: string;
  order_id: string | null;
  shipment_id: string | null;
}

/** Locks a return. Refuses 404. Its receipt, if the caller needs it, is locked before. */
export async function lockReturn(tx: TenantTransaction, id: string): Promise<LockedReturn> {
  const found = await row<LockedReturn>(
    tx,
    sql`select id, return_no, status, kind, merchant_id, warehouse_id, order_id, shipment_id from returns
         where organization_id = ${tx.organizationId} and id = ${id} for update`,
  );
  if (!found) throw notFound('return');
  return found;
}

/** The receipt of a return, unlocked. */
export async function receiptIdOf(tx: TenantTransaction, returnId: string): Promise<string | undefined> {
  const found = await row<{ id: string }>(
    tx,
    sql`select id from inbound_receipts where organization_id = ${tx.organizationId} and return_id = ${returnId}`,
  );
  return found?.id;
}

/** Moves a locked return to a state. One that ended, or is disposed of, frees the serials it named that never came. */
export async function setReturnStatus(
  tx: TenantTransaction,
  id: string,
  status: ReturnStatus,
  reason: string | null = null,
): Promise<void> {
  const reached = assignments({ ...stateReached(returnStates, status), end_reason: reason });
  await execute(
    tx,
    sql`update returns set ${reached}, updated_at = now() where organization_id = ${tx.organizationId} and id = ${id}`,
  );
  if (status !== 'disposed' && !endedReturnStates.includes(status)) return;
  await execute(
    tx,
    sql`update return_units u set is_live = false from return_lines l
         where u.organization_id = ${tx.organizationId} and l.organization_id = u.organization_id and l.id = u.return_line_id
           and l.return_id = ${id} and u.is_live`,
  );
}

export interface LineToReceive {
  id: string;
  line_no: number;
  item_id: string;
  qty: string;
  uom: string;
  lot_no: string | null;
  inspect: InspectMode;
}

/** The lines of a return that are on no receipt yet. */
export function linesToReceive(tx: TenantTransaction, returnId: string): Promise<LineToReceive[]> {
  return rows<LineToReceive>(
    tx,
    sql`select l.id, l.line_no, l.item_id, l.qty, i.uom, l.lot_no, l.inspect
          from return_lines l join items i on i.organization_id = l.organization_id and i.id = l.item_id
         where l.organization_id = ${tx.organizationId} and l.return_id = ${returnId} and l.receipt_line_id is null
         order by l.line_no`,
  );
}
