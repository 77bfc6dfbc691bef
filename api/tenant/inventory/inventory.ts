/** Inventory: query, adjust, move, holds, ledger, integrity, holders. */
import {
  listHolds,
  readHolders,
  readNotAllocatable,
  type HoldFilter,
} from '../../../db/inventory/holders.read.ts';
import { findInventoryRow, listInventory } from '../../../db/inventory/inventory.read.ts';
import { checkIntegrity } from '../../../db/inventory/integrity.read.ts';
import { listLedger } from '../../../db/inventory/ledger.read.ts';
import { holdKinds, type HoldKind } from '../../../domain/inventory/holds.ts';
import { inventoryViewPermissions } from '../../../domain/permissions.ts';
import * as s from '../../../queues/schema.ts';
import { inventoryCommands, stockStatuses, stockQty } from '../../../queues/inventory/inventory.ts';
import { batch } from '../../http/run/run-batch.ts';
import { command, list, query, type Endpoint } from '../../http/endpoint.ts';
import { existing, filteredPageOf, shownPage } from '../../http/reads.ts';
import { pagedQuery, plainQuery, queryFlag } from '../../http/query-fields.ts';
import { present, shownAs } from '../../http/present.ts';
import { balanceView, inventoryView, ledgerView, showLedgerEntry } from './inventory-view.ts';

const dayMs = 86_400_000;

const adjustmentView = inventoryCommands.adjustInventory.result;
const moveView = inventoryCommands.moveStock.result;
const holdView = inventoryCommands.placeHold.result;

const integrityView = s.object({
  checked_at: s.instant(),
  closing: s.nullable(
    s.object({ closed_through: s.instant(), proved_at: s.nullable(s.instant()) }),
    'The closing of the ledger that the sums began at, and when it was last proved; null: they began at the first entry.',
  ),
  keys_checked: s.integer({ min: 0, max: 1e12 }),
  mismatch_count: s.integer({ min: 0, max: 1e12 }),
  mismatches: s.listOf(
    s.object({
      item_id: s.uuid(),
      location_id: s.uuid(),
      status: s.text(),
      lot_no: s.nullable(s.text()),
      lpn_id: s.nullable(s.uuid()),
      balance: stockQty(),
      ledger: stockQty(),
    }),
  ),
  allocation_mismatch_count: s.integer({ min: 0, max: 1e12 }),
  serial_mismatch_count: s.described(
    s.integer({ min: 0, max: 1e12 }),
    'Serial-tracked items of which somewhere another number of serials is live than there is stock.',
  ),
});

const holdersView = s.object({
  inventory: balanceView,
  not_allocatable: s.nullable(s.text(), 'Why an order cannot use this stock; null if it can.'),
  count_task_id: s.nullable(s.uuid()),
  holders: s.listOf(
    s.object({
      allocation_id: s.uuid(),
      shipment_id: s.uuid(),
      shipment_no: s.text(),
      order_id: s.nullable(s.uuid()),
      order_no: s.nullable(s.text()),
      lpn: s.nullable(s.text()),
      status: s.text(),
      qty: stockQty(),
      since: s.instant(),
    }),
  ),
});

const heldByKindView = s.object({
  warehouse_id: s.uuid(),
  merchant_id: s.uuid(),
  item_id: s.uuid(),
  sku: s.text(),
  lot_no: s.nullable(s.text()),
  kind: s.choice(...holdKinds),
  qty: s.described(stockQty(), 'Placed and not lifted. What was scrapped of it since is in it.'),
  held_qty: s.described(stockQty(), 'What of the stock is on hold now, for whatever reason.'),
  since: s.instant(),
});

const stockFilters = {
  warehouse_id: s.uuid(),
  location_id: s.uuid(),
  item_id: s.uuid(),
  sku: s.text(100),
  merchant_id: s.uuid(),
  status: s.choice(...stockStatuses),
  lot_no: s.text(100),
  lpn: s.text(64),
};

export const stockEndpoints: readonly Endpoint[] = [
  list({
    path: '/api/wms/inventory',
    summary:
      'Stock by item, location, status and lot; group_by=lpn splits it by license plate; as_of shows any past moment',
    permission: inventoryViewPermissions,
    query: pagedQuery({
      ...stockFilters,
      location: s.described(s.text(64), 'Location code.'),
      group_by: s.choice('lpn'),
      as_of: s.instant(),
    }),
    returns: inventoryView,
    // A past moment may wait for postings.
    isShort: ({ item_id: itemId, as_of: asOf }) => itemId !== undefined && asOf === undefined,
    // What a moment of today was may still depend on postings in flight, whose lock a standby does not see.
    isReport: ({ as_of: asOf }) => asOf !== undefined && Date.now() - Date.parse(asOf) > dayMs,
    run: async ({ tx, query: { page, page_size, group_by: groupBy, as_of: asOf, ...filter } }) => {
      const wanted = { filter, page, page_size, byLpn: groupBy === 'lpn', asOf };
      return shownPage(await listInventory(tx, wanted), shownAs(inventoryView));
    },
  }),
  command({
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
    path: '/api/wms/inventory/move',
    summary: 'Move a pallet (pallet_lpn) or loose stock (from_location_id, item_id, qty, lot_no)',
    permission: 'wms.inventory.move',
    command: inventoryCommands.moveStock,
    returns: moveView,
  }),
  command({
    path: '/api/wms/inventory/hold',
    summary: 'Place a hold on available stock',
    permission: 'wms.inventory.move',
    command: inventoryCommands.placeHold,
    returns: holdView,
  }),
  command({
    path: '/api/wms/inventory/release-hold',
    summary: 'Lift a hold',
    permission: 'wms.inventory.move',
    command: inventoryCommands.liftHold,
    returns: holdView,
  }),
  list({
    path: '/api/wms/inventory/holds',
    summary: 'What holds of a kind keep, by warehouse, item and lot, the oldest first',
    description:
      'Placed by `hold` with a kind and lifted by `release-hold` with the same. A lot on hold in all places is not among them.',
    permission: inventoryViewPermissions,
    query: pagedQuery({
      warehouse_id: s.uuid(),
      merchant_id: s.uuid(),
      item_id: s.uuid(),
      lot_no: s.text(100),
      kind: s.choice(...holdKinds),
    }),
    returns: heldByKindView,
    run: filteredPageOf(
      (tx, { kind, ...filter }: Omit<HoldFilter, 'hold_kind'> & { kind?: HoldKind }, page) =>
        listHolds(tx, { ...filter, ...(kind ? { hold_kind: kind } : {}) }, page),
      (row) => present(heldByKindView, { ...row, lot_no: row.lot_no || null }),
    ),
  }),
  list({
    path: '/api/wms/inventory/ledger',
    summary: 'Ledger entries, newest first; from is inclusive, to exclusive',
    permission: inventoryViewPermissions,
    query: pagedQuery({
      ...stockFilters,
      transaction_type: s.text(20),
      reason_code: s.text(64),
      ref_id: s.uuid(),
      from: s.instant({ dateAllowed: true }),
      to: s.instant({ dateAllowed: true }),
    }),
    returns: ledgerView,
    isReport: ({ to }) => to !== undefined && Date.now() - Date.parse(to) > dayMs,
    run: filteredPageOf(listLedger, showLedgerEntry),
  }),
  query({
    path: '/api/wms/inventory/integrity',
    summary: 'Compare every balance with the sum of its ledger entries',
    permission: inventoryViewPermissions,
    query: plainQuery({
      whole_ledger: s.described(queryFlag(), 'Sum from the first entry on, and not from the newest closing.'),
    }),
    isReport: () => true,
    returns: integrityView,
    run: ({ tx, query: { whole_ledger: whole = false } }) => checkIntegrity(tx, { whole }),
  }),
  query({
    path: '/api/wms/inventory/{id}/holders',
    summary: 'Who holds this stock, and why it cannot be allocated',
    permission: inventoryViewPermissions,
    returns: holdersView,
    run: async ({ tx, params }) => {
      const found = existing('inventory row', await findInventoryRow(tx, params['id']!));
      const key = { ...found, lot_no: found.lot_no ?? '' };
      const { reason, count_task_id } = await readNotAllocatable(tx, key);
      const holders = await readHolders(tx, key);
      return present(holdersView, {
        inventory: found,
        not_allocatable: reason,
        count_task_id,
        holders,
      });
    },
  }),
];
