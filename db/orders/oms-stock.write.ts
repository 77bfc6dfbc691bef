/**
 * Inventory of organizations without a WMS: its ledger and hard allocations. The ledger's trigger updates the balances.
 */
import { newId } from '../../domain/new-id.ts';
import type { DemandLine } from '../../domain/inventory/coverage.ts';
import { decimal } from '../../domain/decimal.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { assignments, sql, values } from '../sql-text.ts';
import type { LockedOrder } from './order-lock.write.ts';

export interface OmsPosting {
  tx: TenantTransaction;
  organizationId: string;
  commandId: string;
  actor: { name: string };
}

export interface OmsEntry {
  item_id: string;
  merchant_id: string;
  warehouse_id: string;
  status: 'available' | 'allocated';
  qty_delta: string | number;
  transaction_type: 'adjust' | 'allocate' | 'deallocate' | 'ship';
  ref_type: string;
  ref_id: string | null;
  reason_code?: string | null;
  note?: string | null;
}

/** Appends entries to the OMS ledger, once per command. Refuses 409 INSUFFICIENT_STOCK through the CHECK. */
export async function postOms(work: OmsPosting, entries: readonly OmsEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const lines = entries.map((entry, index) => ({ ...entry, id: newId(), line_no: index + 1 }));
  await execute(
    work.tx,
    sql`insert into oms_ledger (organization_id, id, command_id, line_no, item_id, warehouse_id, status, merchant_id, qty_delta,
        transaction_type, ref_type, ref_id, reason_code, note, actor)
     select ${work.organizationId}::uuid, id, ${work.commandId}::uuid, line_no, item_id, warehouse_id, status, merchant_id, qty_delta, transaction_type, ref_type,
            ref_id, reason_code, note, ${work.actor.name}
       from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as e (id uuid, line_no integer, item_id uuid, warehouse_id uuid, status text,
            merchant_id uuid, qty_delta numeric, transaction_type text, ref_type text, ref_id uuid, reason_code text, note text)`,
  );
}

/** Turns a released order's promises into hard allocations of OMS stock. */
export async function allocateOms(
  work: OmsPosting,
  order: LockedOrder,
  warehouseId: string,
  lines: readonly DemandLine[],
): Promise<void> {
  const ref = {
    merchant_id: order.merchant_id,
    warehouse_id: warehouseId,
    ref_type: 'sales_order',
    ref_id: order.id,
  };
  await postOms(
    work,
    lines.flatMap(({ item_id: itemId, qty }) => [
      {
        ...ref,
        item_id: itemId,
        status: 'available',
        qty_delta: String(qty.neg()),
        transaction_type: 'allocate',
      } as const,
      {
        ...ref,
        item_id: itemId,
        status: 'allocated',
        qty_delta: String(qty),
        transaction_type: 'allocate',
      } as const,
    ]),
  );
  if (lines.length === 0) return;
  const allocations = lines.map(({ line_id: lineId, item_id: itemId, qty }) => ({
    organization_id: work.organizationId,
    id: newId(),
    order_id: order.id,
    order_line_id: lineId,
    merchant_id: order.merchant_id,
    warehouse_id: warehouseId,
    item_id: itemId,
    qty: String(qty),
  }));
  await execute(work.tx, sql`insert into oms_allocations ${values(allocations)}`);
}

interface OpenAllocation {
  id: string;
  order_line_id: string;
  item_id: string;
  merchant_id: string;
  warehouse_id: string;
  qty: string;
}

/**
 * Ends open OMS allocations of an order: shipped removes the stock, released returns it. Returns what ended per line.
 * `wanted` limits it to these quantities per line; without it all of them end.
 */
export async function endOmsAllocations(
  work: OmsPosting,
  orderId: string,
  as: 'shipped' | 'released',
  wanted?: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const { tx, organizationId } = work;
  const open = await rows<OpenAllocation>(
    tx,
    sql`select id, order_line_id, item_id, merchant_id, warehouse_id, qty from oms_allocations
      where organization_id = ${organizationId} and order_id = ${orderId} and status = 'open' order by id for update`,
  );
  const ended = new Map<string, string>();
  const entries: OmsEntry[] = [];
  for (const held of open) {
    const before = decimal(ended.get(held.order_line_id) ?? '0');
    const room = wanted ? decimal(wanted.get(held.order_line_id) ?? '0').minus(before) : decimal(held.qty);
    const qty = room.lt(decimal(held.qty)) ? room : decimal(held.qty);
    if (qty.lte(decimal('0'))) continue;
    ended.set(held.order_line_id, String(before.plus(qty)));
    const ref = { item_id: held.item_id, merchant_id: held.merchant_id, warehouse_id: held.warehouse_id };
    const cause = { ref_type: 'sales_order', ref_id: orderId } as const;
    const type = as === 'shipped' ? 'ship' : 'deallocate';
    entries.push({
      ...ref,
      ...cause,
      status: 'allocated',
      qty_delta: String(qty.neg()),
      transaction_type: type,
    });
    if (as === 'released') {
      entries.push({ ...ref, ...cause, status: 'available', qty_delta: String(qty), transaction_type: type });
    }
    await endOne(tx, held, orderId, String(qty), as);
  }
  await postOms(work, entries);
  return ended;
}

// The part of an allocation that ends becomes a row of its own; the rest stays open.
async function endOne(
  tx: TenantTransaction,
  held: OpenAllocation,
  orderId: string,
  qty: string,
  status: 'shipped' | 'released',
): Promise<void> {
  const rest = decimal(held.qty).minus(decimal(qty));
  const isWhole = rest.eq(decimal('0'));
  await execute(
    tx,
    sql`update oms_allocations set ${assignments(isWhole ? { status, ended_at: sql`now()` } : { qty: String(rest) })}
      where organization_id = ${tx.organizationId} and id = ${held.id}`,
  );
  if (isWhole) return;
  await execute(
    tx,
    sql`insert into oms_allocations ${values({
      ...held,
      organization_id: tx.organizationId,
      id: newId(),
      order_id: orderId,
      qty,
      status,
      ended_at: sql`now()`,
    })}`,
  );
}
