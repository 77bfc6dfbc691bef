/** v1: OMS inventory: the organization's own in standalone mode, the WMS's view of it otherwise. */
import type { TenantTransaction } from '../../../db/database.ts';
import {
  availabilitySorts,
  listAvailability,
  type AvailabilityRow,
} from '../../../db/orders/availability.read.ts';
import type { PageQuery } from '../../../db/page.ts';
import { readOrganization } from '../../../db/tenancy/organizations.read.ts';
import { omsInventoryCommands } from '../../../queues/orders/inventory.ts';
import * as s from '../../../queues/schema.ts';
import { stockQty } from '../../../queues/inventory/inventory.ts';
import { command, list, type Call, type Endpoint } from '../../http/endpoint.ts';
import { v1Query } from '../../http/query-fields.ts';
import { present } from '../../http/present.ts';
import { goodsOf, idOrCode, listed, sku, withIds } from '../names.ts';
import { reason, reasonOf } from '../reason.ts';

const path = '/v1/oms/inventory';

const inventoryView = s.object({
  product_id: s.uuid(),
  sku: s.freeText(),
  name: s.freeText(),
  merchant_id: s.uuid(),
  warehouse_id: s.nullable(s.uuid(), 'Null means all warehouses.'),
  source: s.described(
    s.choice('oms', 'wms'),
    'oms: kept here, in standalone mode; wms: synced from the WMS.',
  ),
  qty_available: s.described(stockQty(), 'Stock that can be promised.'),
  qty_promised: stockQty(),
  safety_stock: stockQty(),
  qty_atp: s.described(stockQty(), 'Available to promise: available minus promised minus safety stock.'),
});

interface Filters {
  sku: string;
  product_id: string;
  merchant_id: string;
  warehouse_id: string;
}

/** Reads the organization's inventory from where its mode keeps it. */
async function readInventory(tx: TenantTransaction, filters: Partial<Filters>, page: PageQuery) {
  const { inventory_mode: mode, safety_stock: safety } = await readOrganization(tx);
  const { rows, ...facts } = await listAvailability(tx, mode, safety, {
    ...filters,
    ...page,
  });
  const source = mode === 'oms_standalone' ? ('oms' as const) : ('wms' as const);
  const place = { warehouse_id: filters.warehouse_id ?? null, source };
  return { ...facts, rows: rows.map((row) => ({ ...place, ...row })) };
}

type PlacedRow = AvailabilityRow & { warehouse_id: string | null; source: 'oms' | 'wms' };

const show = ({ supply, promised, atp, ...row }: PlacedRow) =>
  present(inventoryView, { ...row, qty_available: supply, qty_promised: promised, qty_atp: atp });

const adjustBody = s.object({
  sku: sku(),
  qty_delta: s.described(s.qty(), 'Signed change, not zero.'),
  reason: reason(),
  warehouse_id: s.optional(idOrCode('By default the first warehouse by priority.')),
  merchant_id: s.optional(idOrCode('Required in the 3PL edition.')),
});

async function adjustInput(call: Call, body: s.Infer<typeof adjustBody>) {
  const { sku: named, reason: why, merchant_id: owner, ...given } = await withIds(call, body);
  const { items } = await goodsOf(call, owner, [named], () => 'sku');
  return { ...given, ...(await reasonOf(call, why)), item_id: items[0]! };
}

export const omsInventoryEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'OMS inventory per product, or the WMS-synced view of it',
    permission: 'oms.inventory.view',
    query: v1Query(
      { sku: sku(), product_id: s.uuid(), merchant_id: idOrCode(), warehouse_id: idOrCode() },
      Object.keys(availabilitySorts),
    ),
    returns: inventoryView,
    run: (call) => listed(call, readInventory, show),
  }),
  command({
    path: `${path}/adjust`,
    summary: 'Adjust OMS inventory of a SKU by a signed quantity; standalone mode only',
    description: '400 NOT_OMS_STANDALONE if the WMS keeps the inventory.',
    permission: 'oms.inventory.adjust',
    command: omsInventoryCommands.adjustOmsInventory,
    body: adjustBody,
    input: adjustInput,
    respondWith: async ({ tx }, { item_id: productId, warehouse_id: warehouseId }) => {
      const filters = { product_id: productId, warehouse_id: warehouseId };
      const { rows } = await readInventory(tx, filters, { page: 1, page_size: 1 });
      return show(rows[0]!);
    },
    returns: inventoryView,
  }),
];
