/** Available to promise, OMS inventory, and what an order holds or would get. */
import { planAllocation, listAllocations } from '../../../db/orders/allocations.read.ts';
import { listAvailability } from '../../../db/orders/availability.read.ts';
import { listOmsInventory } from '../../../db/orders/oms-stock.read.ts';
import { readOrganization } from '../../../db/tenancy/organizations.read.ts';
import { notFound } from '../../../domain/refusal.ts';
import { omsInventoryCommands } from '../../../queues/orders/inventory.ts';
import * as s from '../../../queues/schema.ts';
import { stockQty } from '../../../queues/inventory/inventory.ts';
import { command, list, query, type Endpoint } from '../../http/endpoint.ts';
import { pagedQuery, plainQuery, queryFlag } from '../../http/query-fields.ts';
import { present } from '../../http/present.ts';

const availabilityView = s.object({
  product_id: s.uuid(),
  sku: s.freeText(),
  name: s.freeText(),
  merchant_id: s.uuid(),
  warehouse_id: s.nullable(s.uuid()),
  available_qty: stockQty(),
  promised_qty: stockQty(),
  safety_stock: stockQty(),
  atp: stockQty(),
  incoming_qty: s.described(stockQty(), 'In transit from another warehouse: in no other figure.'),
});

const inventoryView = s.object({
  product_id: s.uuid(),
  sku: s.freeText(),
  name: s.freeText(),
  merchant_id: s.uuid(),
  warehouse_id: s.uuid(),
  warehouse_code: s.freeText(),
  status: s.choice('available', 'allocated'),
  qty: stockQty(),
  updated_at: s.instant(),
});

const allocationsView = s.object({
  dry_run: s.flag(),
  allocations: s.listOf(
    s.object({
      line_id: s.uuid(),
      product_id: s.uuid(),
      warehouse_id: s.uuid(),
      location_id: s.nullable(s.uuid()),
      location: s.nullable(s.freeText()),
      lot_no: s.nullable(s.freeText()),
      lpn_id: s.nullable(s.uuid()),
      qty: s.qty(),
      status: s.choice('planned', 'open', 'picked', 'shipped', 'released'),
      why: s.anything(),
    }),
  ),
  short: s.listOf(
    s.object({ line_id: s.uuid(), item_id: s.uuid(), required: s.qty(), available: s.qty(), short: s.qty() }),
  ),
});

export const availabilityEndpoints: readonly Endpoint[] = [
  list({
    path: '/api/oms/availability',
    summary: 'Available to promise per product: available stock minus what is promised minus safety stock',
    permission: ['oms.orders.view', 'oms.inventory.view'],
    query: pagedQuery({ product_id: s.uuid(), sku: s.text(), merchant_id: s.uuid(), warehouse_id: s.uuid() }),
    returns: availabilityView,
    run: async ({ tx, query: filters }) => {
      const { inventory_mode: mode, safety_stock: safety } = await readOrganization(tx);
      const { rows, ...facts } = await listAvailability(tx, mode, safety, filters);
      return {
        ...facts,
        rows: rows.map(({ supply, promised, incoming, ...row }) =>
          present(availabilityView, {
            ...row,
            warehouse_id: filters.warehouse_id ?? null,
            available_qty: supply,
            promised_qty: promised,
            incoming_qty: incoming,
          }),
        ),
      };
    },
  }),
  query({
    path: '/api/oms/orders/{id}/allocations',
    summary: 'What an order holds, and why; with dry_run=1 what a release would allocate now',
    permission: 'oms.orders.view',
    query: plainQuery({ dry_run: queryFlag(), warehouse_id: s.uuid() }),
    returns: allocationsView,
    run: async ({ tx, params, query: { dry_run: isDry = false, warehouse_id: warehouseId } }) => {
      const id = params['id']!;
      const answer = isDry ? await planAllocation(tx, id, warehouseId) : await listAllocations(tx, id);
      if (!answer) throw notFound('sales order');
      return present(allocationsView, { dry_run: isDry, ...answer });
    },
  }),
  list({
    path: '/api/oms/inventory',
    summary: 'OMS inventory of an organization without a WMS',
    permission: 'oms.inventory.view',
    query: pagedQuery({
      product_id: s.uuid(),
      sku: s.text(),
      merchant_id: s.uuid(),
      warehouse_id: s.uuid(),
      status: s.choice('available', 'allocated'),
    }),
    returns: inventoryView,
    run: async ({ tx, query: filters }) => {
      const { rows, ...facts } = await listOmsInventory(tx, filters);
      return {
        ...facts,
        rows: rows.map(({ item_id: productId, ...row }) =>
          present(inventoryView, { ...row, product_id: productId }),
        ),
      };
    },
  }),
  command({
    path: '/api/oms/inventory/adjust',
    summary: 'Change OMS inventory by a signed quantity; standalone mode only',
    permission: 'oms.inventory.adjust',
    command: omsInventoryCommands.adjustOmsInventory,
    returns: s.object({ item_id: s.uuid(), warehouse_id: s.uuid() }),
  }),
];
