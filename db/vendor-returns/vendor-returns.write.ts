/** Writes returns to vendors as documents: creation, locks, states. */
import type { ShipMode } from '../../domain/catalog/ship-modes.ts';
import type { SetAsideStatus } from '../../domain/inventory/allocations.ts';
import { notFound } from '../../domain/refusal.ts';
import type { VendorReturnRef } from '../../domain/vendor-returns/events.ts';
import {
  vendorReturnStates,
  type VendorReturnStatus,
} from '../../domain/vendor-returns/vendor-return-states.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { assignments, sql, values } from '../sql-text.ts';
import { stateReached } from '../state-columns.ts';

export interface NewVendorReturn extends VendorReturnRef {
  warehouse_id: string;
  authorization_no: string | null;
  ship_mode: ShipMode;
  carrier_code: string | null;
  ship_to: object;
  note: string;
  created_by: string;
}

export interface VendorReturnLine {
  id: string;
  line_no: number;
  item_id: string;
  qty: string | number;
  stock_status: SetAsideStatus;
  /** Where it stands, unless it is available. */
  location_id: string | null;
  /** '' means no lot. */
  lot_no: string;
}

export async function insertVendorReturn(
  tx: TenantTransaction,
  { ship_to, ...made }: NewVendorReturn,
  lines: readonly (VendorReturnLine & { reason_code: string | null })[],
): Promise<void> {
  const { organizationId: organization_id } = tx;
  const written = { ...made, ship_to: JSON.stringify(ship_to), organization_id };
  await execute(tx, sql`insert into vendor_returns ${values(written)}`);
  const own = { organization_id, vendor_return_id: made.id, merchant_id: made.merchant_id };
  await execute(
    tx,
    sql`insert into vendor_return_lines ${values(lines.map((line) => ({ ...line, ...own })))}`,
  );
}

export interface LockedVendorReturn extends VendorReturnRef {
  status: VendorReturnStatus;
  warehouse_id: string;
  ship_mode: ShipMode;
  carrier_code: string | null;
  ship_to: object;
  credit_no: string | null;
}

/** Locks a return to a vendor, after its shipment. Refuses 404. */
export async function lockVendorReturn(tx: TenantTransaction, id: string): Promise<LockedVendorReturn> {
  const found = await row<LockedVendorReturn>(
    tx,
    sql`select id, return_no, status, merchant_id, vendor_id, warehouse_id, ship_mode, carrier_code, ship_to, credit_no
          from vendor_returns where organization_id = ${tx.organizationId} and id = ${id} for update`,
  );
  if (!found) throw notFound('vendor return');
  return found;
}

/** Its shipment, unlocked, once it is released. */
export async function shipmentIdOf(tx: TenantTransaction, id: string): Promise<string | null> {
  const found = await row<{ id: string }>(
    tx,
    sql`select id from wms_shipments where organization_id = ${tx.organizationId} and vendor_return_id = ${id}`,
  );
  return found?.id ?? null;
}

/** Moves a locked return to a state, with its moment. */
export async function setVendorReturnStatus(
  tx: TenantTransaction,
  id: string,
  status: VendorReturnStatus,
  changes: { credit_no?: string; end_reason?: string | null } = {},
): Promise<void> {
  const written = assignments({
    ...stateReached(vendorReturnStates, status),
    ...changes,
    updated_at: sql`now()`,
  });
  await execute(
    tx,
    sql`update vendor_returns set ${written} where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

export function readLinesToReturn(tx: TenantTransaction, id: string): Promise<VendorReturnLine[]> {
  return rows<VendorReturnLine>(
    tx,
    sql`select id, line_no, item_id, qty, stock_status, location_id, lot_no from vendor_return_lines
         where organization_id = ${tx.organizationId} and vendor_return_id = ${id} order by line_no`,
  );
}
