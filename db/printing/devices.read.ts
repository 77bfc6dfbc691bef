/** Reads of the device ledger. */
import type { Knex } from 'knex';
import type { TenantTransaction } from '../database.ts';
import { readPage, type PageQuery } from '../page.ts';

export interface DeviceRow {
  id: string;
  name: string;
  model: string | null;
  device_type: string;
  connection: string;
  address: string;
  is_default_label_printer: boolean;
  status: string;
  last_seen_at: Date | null;
  hub_id: string;
  hub_name: string;
  warehouse_id: string | null;
  warehouse_name: string | null;
  created_at: Date;
}

const columns = [
  'print_devices.id',
  'print_devices.name',
  'print_devices.model',
  'print_devices.device_type',
  'print_devices.connection',
  'print_devices.address',
  'print_devices.is_default_label_printer',
  'print_devices.status',
  'print_devices.last_seen_at',
  'print_devices.hub_id',
  'hubs.name as hub_name',
  'print_devices.warehouse_id',
  'warehouses.name as warehouse_name',
  'print_devices.created_at',
] as const;

// A printer that left its hub's list is history: it stays for its jobs and is shown no more.
function present(tx: TenantTransaction, organizationId: string): Knex.QueryBuilder {
  return tx('print_devices')
    .join('hubs', (join) =>
      join
        .on('hubs.organization_id', 'print_devices.organization_id')
        .andOn('hubs.id', 'print_devices.hub_id'),
    )
    .leftJoin('warehouses', (join) =>
      join
        .on('warehouses.organization_id', 'print_devices.organization_id')
        .andOn('warehouses.id', 'print_devices.warehouse_id'),
    )
    .where('print_devices.organization_id', organizationId)
    .whereNull('print_devices.removed_at');
}

export interface DeviceFilter extends PageQuery {
  warehouse_id?: string | undefined;
  hub_id?: string | undefined;
}

export function listDevices(
  tx: TenantTransaction,
  organizationId: string,
  filter: DeviceFilter,
): Promise<{ rows: DeviceRow[]; total: number }> {
  const base = present(tx, organizationId);
  if (filter.warehouse_id) base.where('print_devices.warehouse_id', filter.warehouse_id);
  if (filter.hub_id) base.where('print_devices.hub_id', filter.hub_id);
  return readPage(base, columns, [{ column: 'print_devices.name' }, { column: 'print_devices.id' }], filter);
}

export function findDevice(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<DeviceRow | undefined> {
  return present(tx, organizationId)
    .select(columns as never)
    .where('print_devices.id', id)
    .first() as unknown as Promise<DeviceRow | undefined>;
}
