/** Who may follow which events: the same permissions that open the records the events are about. */
import type { Permission } from '../tenancy/permissions.ts';

const inventory = [
  'wms.inbound.view',
  'wms.outbound.view',
  'wms.putaway.view',
  'wms.picking.view',
  'wms.packing.view',
  'wms.cycle_count.view',
  'wms.transfer.view',
  'wms.billing.view',
] as const;

/** Kinds of events (the part before the dot) by any one permission that shows them; other kinds need tenancy.view. */
const viewers: Readonly<Record<string, readonly Permission[]>> = {
  sales_order: ['oms.orders.view'],
  wms_shipment: ['oms.orders.view', 'wms.outbound.view'],
  wave: ['wms.outbound.view', 'wms.picking.view'],
  pick_task: ['wms.outbound.view', 'wms.picking.view'],
  carton: ['wms.outbound.view', 'wms.packing.view'],
  load: ['wms.outbound.view'],
  pallet: ['wms.master_data.view', 'wms.outbound.view'],
  put_back_task: ['wms.outbound.view'],
  receipt: ['wms.inbound.view'],
  receiving_task: ['wms.inbound.view'],
  inventory,
  purchase_order: ['purchase.view'],
  asn: ['purchase.view'],
  appointment: ['yms.view'],
  yard: ['yms.view'],
  transport_order: ['tms.view'],
  drayage_order: ['drayage.view'],
  container: ['drayage.view'],
  channel: ['oms.channels.view'],
  print_job: ['wms.print.view'],
  invoice: ['accounting.view'],
  bill: ['accounting.view'],
  billing_run: ['accounting.view'],
};

export const eventViewPermissions: readonly Permission[] = [
  ...new Set([...Object.values(viewers).flat(), 'tenancy.view' as const]),
];

/** Whether someone with these permissions may see an event of this type. */
export function maySeeEvent(type: string, granted: readonly string[]): boolean {
  const kind = type.slice(0, type.indexOf('.'));
  const needed: readonly string[] = viewers[kind] ?? ['tenancy.view'];
  return needed.some((permission) => granted.includes(permission));
}

/** Whether a type is wanted: named as it is, or by its kind (`sales_order.*`). No list wants everything. */
export function isWanted(type: string, wanted: readonly string[] | undefined): boolean {
  if (!wanted) return true;
  return wanted.some((pattern) =>
    pattern.endsWith('.*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern,
  );
}
