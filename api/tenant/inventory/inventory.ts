/** Inventory: query, adjust, move, holds, ledger, integrity, holders. */
import { readHolders, readNotAllocatable } from '../../../db/inventory/holders.read.ts';
import { findInventoryRow, listInventory } from '../../../db/inventory/inventory.read.ts';
import { checkIntegrity } from '../../../db/inventory/integrity.read.ts';
import { listLedger } from '../../../db/inventory/ledger.read.ts';
import { inventoryViewPermissions } from '../../../domain/tenancy/permissions.ts';
import {
  choice,
  described,
  instant,
  integer,
  listOf,
  nullable,
  object,
  text,
  uuid,
} from '../../../queues/schema.ts';
import { inventoryCommands, stockStatuses, stockQty } from '../../../queues/inventory/inventory.ts';
import { batch } from '../../http/run/run-batch.ts';
import { command, list, query, type Endpoint } from '../../http/endpoint.ts';
import { existing, filteredPageOf, shownPage } from '../../http/reads.ts';
import { pagedQuery, plainQuery, queryFlag } from '../../http/query-fields.ts';
import { present, shownAs } from '../../http/present.ts';
import { balanceView, inventoryView, ledgerView, showLedgerEntry } from './inventory-view.ts';

const adjustmentView = inventoryCommands.adjustInventory.result;
const moveView = inventoryCommands.moveStock.result;
const holdView = inventoryCommands.placeHold.result;

const integrityView = object({
  checked_at: instant(),
  closing: described(
    nullable(object({ closed_through: instant(), proved_at: nullable(instant()) })),
    'The closing of the ledger that the sums began at, and when it was last proved; null: they began at the first entry.',
  ),
  keys_checked: integer({ min: 0, max: 1e12 }),
  mismatch_count: integer({ min: 0, max: 1e12 }),
  mismatches: listOf(
    object({
      item_id: uuid(),
      location_id: uuid(),
      status: text(),
      lot_no: nullable(text()),
      lpn_id: nullable(uuid()),
      balance: stockQty(),
      ledger: stockQty(),
    }),
  ),
  allocation_mismatch_count: integer({ min: 0, max: 1e12 }),
  serial_mismatch_count: described(
    integer({ min: 0, max: 1e12 }),
    'Serial-tracked items whose number of live serials differs from their stock.',
  ),
});

const holdersView = object({
  inventory: balanceView,
  not_allocatable: described(nullable(text()), 'Why an order cannot use this stock; null if it can.'),
  count_task_id: nullable(uuid()),
  holders: listOf(
    object({
      allocation_id: uuid(),
      shipment_id: uuid(),
      shipment_no: text(),
      order_id: nullable(uuid()),
      order_no: nullable(text()),
      lpn: nullable(text()),
      status: text(),
      qty: stockQty(),
      since: instant(),
    }),
  ),
});

const stockFilters = {
  warehouse_id: uuid(),
  location_id: uuid(),
  item_id: uuid(),
  sku: text(100),
  merchant_id: uuid(),
  status: choice(...stockStatuses),
  lot_no: text(100),
  lpn: text(64),
};

export const stockEndpoints: readonly Endpoint[] = [
  list({
    path: '/api/wms/inventory',
    summary:
      'Stock by item, location, status and lot; group_by=lpn splits it by license plate; as_of shows any past moment',
    permission: inventoryViewPermissions,
    query: pagedQuery({
      ...stockFilters,
      location: described(text(64), 'Location code.'),
      group_by: choice('lpn'),
      as_of: instant(),
    }),
    returns: inventoryView,
    run: async ({
      tx,
      organizationId,
      query: { page, page_size, group_by: groupBy, as_of: asOf, ...filter },
    }) => {
      const wanted = { filter, page, page_size, byLpn: groupBy === 'lpn', asOf };
      return shownPage(await listInventory(tx, organizationId, wanted), shownAs(inventoryView));
    },
  }),
  command({
    method: 'POST',
    path: '/api/wms/inventory/adjust',
    summary: 'Adjust stock: exactly one of qty_delta and qty_after',
    description:
      'Writes ledger entries of type adjust. If qty_after already matches, the answer has changed: false.',
    permission: 'wms.inventory_adjust',
    command: inventoryCommands.adjustInventory,
    returns: adjustmentView,
  }),
  batch({
    path: '/api/wms/inventory/adjust-batch',
    summary: 'Adjust stock up to 500 times in one request',
    permission: 'wms.inventory_adjust',
    command: inventoryCommands.adjustInventory,
  }),
  command({
    method: 'POST',
    path: '/api/wms/inventory/move',
    summary: 'Move a pallet (pallet_lpn) or loose stock (from_location_id, item_id, qty, lot_no)',
    permission: 'wms.inventory.move',
    command: inventoryCommands.moveStock,
    returns: moveView,
  }),
  command({
    method: 'POST',
    path: '/api/wms/inventory/hold',
    summary: 'Place a hold on available stock',
    permission: 'wms.inventory.move',
    command: inventoryCommands.placeHold,
    returns: holdView,
  }),
  command({
    method: 'POST',
    path: '/api/wms/inventory/release-hold',
    summary: 'Lift a hold',
    permission: 'wms.inventory.move',
    command: inventoryCommands.liftHold,
    returns: holdView,
  }),
  list({
    path: '/api/wms/inventory/ledger',
    summary: 'Ledger entries, newest first; from is inclusive, to exclusive',
    permission: inventoryViewPermissions,
    query: pagedQuery({
      ...stockFilters,
      transaction_type: text(20),
      reason_code: text(64),
      ref_id: uuid(),
      from: instant({ dateAllowed: true }),
      to: instant({ dateAllowed: true }),
    }),
    returns: ledgerView,
    run: filteredPageOf(listLedger, showLedgerEntry),
  }),
  query({
    path: '/api/wms/inventory/integrity',
    summary: 'Compare every balance with the sum of its ledger entries',
    permission: inventoryViewPermissions,
    query: plainQuery({
      whole_ledger: described(queryFlag(), 'Sum from the first entry on, and not from the newest closing.'),
    }),
    isReport: true,
    returns: integrityView,
    run: ({ tx, organizationId, query: { whole_ledger: whole = false } }) =>
      checkIntegrity(tx, organizationId, { whole }),
  }),
  query({
    path: '/api/wms/inventory/{id}/holders',
    summary: 'Who holds this stock, and why it cannot be allocated',
    permission: inventoryViewPermissions,
    returns: holdersView,
    run: async ({ tx, organizationId, params }) => {
      const found = existing('inventory row', await findInventoryRow(tx, organizationId, params['id']!));
      const key = { ...found, lot_no: found.lot_no ?? '' };
      const { reason, count_task_id } = await readNotAllocatable(tx, organizationId, key);
      const holders = await readHolders(tx, organizationId, key);
      return present(holdersView, {
        inventory: found,
        not_allocatable: reason,
        count_task_id,
        holders,
      });
    },
  }),
];
