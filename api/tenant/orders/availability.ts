/** Available to promise, OMS inventory, and what an order holds or would get. */
import { planAllocation, listAllocations } from '../../../db/orders/allocations.read.ts';
import { listAvailability } from '../../../db/orders/availability.read.ts';
import { listOmsInventory } from '../../../db/orders/oms-stock.read.ts';
import { readOrganization } from '../../../db/tenancy/organizations.read.ts';
import { notFound } from '../../../domain/refusal.ts';
import { omsInventoryCommands } from '../../../queues/orders/inventory.ts';
import {
  anything,
  choice,
  flag,
  freeText,
  instant,
  listOf,
  nullable,
  object,
  qty,
  text,
  uuid,
} from '../../../queues/schema.ts';
import { stockQty } from '../../../queues/inventory/inventory.ts';
import { command, list, query, type Endpoint } from '../../http/endpoint.ts';
import { pagedQuery, plainQuery, queryFlag } from '../../http/query-fields.ts';
import { present } from '../../http/present.ts';

const availabilityView = object({
  product_id: uuid(),
  sku: freeText(),
  name: freeText(),
  merchant_id: uuid(),
  warehouse_id: nullable(uuid()),
  available_qty: stockQty(),
  promised_qty: stockQty(),
  safety_stock: stockQty(),
  atp: stockQty(),
});

const inventoryView = object({
  product_id: uuid(),
  sku: freeText(),
  name: freeText(),
  merchant_id: uuid(),
  warehouse_id: uuid(),
  warehouse_code: freeText(),
  status: choice('available', 'allocated'),
  qty: stockQty(),
  updated_at: instant(),
});

const allocationsView = object({
  dry_run: flag(),
  allocations: listOf(
    object({
      line_id: uuid(),
      product_id: uuid(),
      warehouse_id: uuid(),
      location_id: nullable(uuid()),
      location: nullable(freeText()),
      lot_no: nullable(freeText()),
      lpn_id: nullable(uuid()),
      qty: qty(),
      status: choice('planned', 'open', 'picked', 'shipped', 'released'),
      why: anything(),
    }),
  ),
  short: listOf(
    object({ line_id: uuid(), item_id: uuid(), required: qty(), available: qty(), short: qty() }),
  ),
});

export const availabilityEndpoints: readonly Endpoint[] = [
  list({
    path: '/api/oms/availability',
    summary: 'Available to promise per product: available stock minus what is promised minus safety stock',
    permission: ['oms.orders.view', 'oms.inventory.view'],
    query: pagedQuery({ product_id: uuid(), sku: text(), merchant_id: uuid(), warehouse_id: uuid() }),
    returns: availabilityView,
    run: async ({ tx, organizationId, query: filters }) => {
      const { inventory_mode: mode, safety_stock: safety } = await readOrganization(tx);
      const { rows, ...facts } = await listAvailability(tx, organizationId, mode, safety, filters);
      return {
        ...facts,
        rows: rows.map(({ supply, promised, ...row }) =>
          present(availabilityView, {
            ...row,
            warehouse_id: filters.warehouse_id ?? null,
            available_qty: supply,
            promised_qty: promised,
          }),
        ),
      };
    },
  }),
  query({
    path: '/api/oms/orders/{id}/allocations',
    summary: 'What an order holds, and why; with dry_run=1 what a release would allocate now',
    permission: 'oms.orders.view',
    query: plainQuery({ dry_run: queryFlag(), warehouse_id: uuid() }),
    returns: allocationsView,
    run: async ({
      tx,
      organizationId,
      params,
      query: { dry_run: isDry = false, warehouse_id: warehouseId },
    }) => {
      const id = params['id']!;
      const answer = isDry
        ? await planAllocation(tx, organizationId, id, warehouseId)
        : await listAllocations(tx, organizationId, id);
      if (!answer) throw notFound('sales order');
      return present(allocationsView, { dry_run: isDry, ...answer });
    },
  }),
  list({
    path: '/api/oms/inventory',
    summary: 'OMS inventory of an organization without a WMS',
    permission: 'oms.inventory.view',
    query: pagedQuery({
      product_id: uuid(),
      sku: text(),
      merchant_id: uuid(),
      warehouse_id: uuid(),
      status: choice('available', 'allocated'),
    }),
    returns: inventoryView,
    run: async ({ tx, organizationId, query: filters }) => {
      const { rows, ...facts } = await listOmsInventory(tx, organizationId, filters);
      return {
        ...facts,
        rows: rows.map(({ item_id: productId, ...row }) =>
          present(inventoryView, { ...row, product_id: productId }),
        ),
      };
    },
  }),
  command({
    method: 'POST',
    path: '/api/oms/inventory/adjust',
    summary: 'Change OMS inventory by a signed quantity; standalone mode only',
    permission: 'oms.inventory.adjust',
    command: omsInventoryCommands.adjustOmsInventory,
    returns: object({ item_id: uuid(), warehouse_id: uuid() }),
  }),
];
