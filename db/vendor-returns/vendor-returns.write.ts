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

export interface NewVendorReturnLine extends Omit<VendorReturnLine, 'line_no'> {
  reason_code: string | null;
  serial_nos?: readonly string[];
  /** What somebody decided about units of a customer's return. */
  disposition_id?: string;
}

export async function insertVendorReturn(
  tx: TenantTransaction,
  { ship_to, ...made }: NewVendorReturn,
  lines: readonly NewVendorReturnLine[],
): Promise<void> {
  const written = { ...made, ship_to: JSON.stringify(ship_to), organization_id: tx.organizationId };
  await execute(tx, sql`insert into vendor_returns ${values(written)}`);
  await addVendorReturnLines(tx, made, lines);
}

/** Adds lines behind those there are. The caller holds the return locked, or has just made it. */
export async function addVendorReturnLines(
  tx: TenantTransaction,
  of: { id: string; merchant_id: string },
  lines: readonly NewVendorReturnLine[],
): Promise<void> {
  const given = lines.map((line, index) => ({ ...line, place: index + 1 }));
  await execute(
    tx,
    sql`insert into vendor_return_lines (organization_id, id, vendor_return_id, merchant_id, line_no, item_id, qty, stock_status,
               location_id, lot_no, reason_code, serial_nos, disposition_id)
        select ${tx.organizationId}::uuid, l.id, ${of.id}::uuid, ${of.merchant_id}::uuid,
               l.place + (select coalesce(max(line_no), 0) from vendor_return_lines
                           where organization_id = ${tx.organizationId} and vendor_return_id = ${of.id}),
               l.item_id, l.qty, l.stock_status, l.location_id, l.lot_no, l.reason_code, coalesce(l.serial_nos, '{}'), l.disposition_id
          from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
               as l (id uuid, place integer, item_id uuid, qty numeric, stock_status text, location_id uuid, lot_no text,
                     reason_code text, serial_nos text[], disposition_id uuid)`,
  );
}

export type VendorReturnWords = Partial<
  Pick<NewVendorReturn, 'authorization_no' | 'ship_mode' | 'carrier_code' | 'ship_to' | 'note'>
>;

/** Changes what a locked draft says; what is left out stays. */
export async function changeVendorReturn(
  tx: TenantTransaction,
  id: string,
  { ship_to, ...words }: { [W in keyof VendorReturnWords]?: VendorReturnWords[W] | undefined },
): Promise<void> {
  const written = assignments({
    ...words,
    ship_to: ship_to && JSON.stringify(ship_to),
    updated_at: sql`now()`,
  });
  await execute(
    tx,
    sql`update vendor_returns set ${written} where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

/** The goods of lines of a locked draft stand somewhere else by now. */
export async function placeLines(
  tx: TenantTransaction,
  placed: readonly { id: string; location_id: string }[],
): Promise<void> {
  if (placed.length === 0) return;
  await execute(
    tx,
    sql`update vendor_return_lines l set location_id = p.location_id
          from jsonb_to_recordset(${JSON.stringify(placed)}::jsonb) as p (id uuid, location_id uuid)
         where l.organization_id = ${tx.organizationId} and l.id = p.id`,
  );
}

/** Takes lines off a locked draft. */
export async function removeLines(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await execute(
    tx,
    sql`delete from vendor_return_lines where organization_id = ${tx.organizationId} and id = any (${[...ids]}::uuid[])`,
  );
}

/** Where goods that go back to a vendor go: where the merchant's last ones went, else all that is known of the vendor. */
export async function addressOfVendor(
  tx: TenantTransaction,
  { merchant_id, vendor_id }: { merchant_id: string; vendor_id: string },
): Promise<object> {
  const found = await row<{ ship_to: object }>(
    tx,
    sql`select coalesce(
                 (select r.ship_to from vendor_returns r
                   where r.organization_id = v.organization_id and r.vendor_id = v.id and r.merchant_id = ${merchant_id}
                     and r.ship_to ->> 'address' is not null
                   order by r.created_at desc, r.id desc limit 1),
                 jsonb_strip_nulls(jsonb_build_object('name', v.name, 'phone', v.contact ->> 'phone'))) as ship_to
          from vendors v where v.organization_id = ${tx.organizationId} and v.id = ${vendor_id}`,
  );
  return found!.ship_to;
}

export interface LockedVendorReturn extends VendorReturnRef {
  status: VendorReturnStatus;
  warehouse_id: string;
  ship_mode: ShipMode;
  carrier_code: string | null;
  ship_to: object;
  credit_no: string | null;
}

const lockedColumns = sql`id, return_no, status, merchant_id, vendor_id, warehouse_id, ship_mode, carrier_code, ship_to,
  credit_no`;

/** Locks a return to a vendor, after its shipment. Refuses 404. */
export async function lockVendorReturn(tx: TenantTransaction, id: string): Promise<LockedVendorReturn> {
  const found = await row<LockedVendorReturn>(
    tx,
    sql`select ${lockedColumns} from vendor_returns where organization_id = ${tx.organizationId} and id = ${id} for update`,
  );
  if (!found) throw notFound('vendor return');
  return found;
}

/** The newest draft to a vendor, of a merchant's goods in a warehouse, locked. */
export function lockDraftTo(
  tx: TenantTransaction,
  of: { merchant_id: string; warehouse_id: string; vendor_id: string },
): Promise<LockedVendorReturn | undefined> {
  return row<LockedVendorReturn>(
    tx,
    sql`select ${lockedColumns} from vendor_returns
         where organization_id = ${tx.organizationId} and merchant_id = ${of.merchant_id} and warehouse_id = ${of.warehouse_id}
           and vendor_id = ${of.vendor_id} and status = 'draft'
         order by created_at desc, id desc limit 1 for update`,
  );
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
