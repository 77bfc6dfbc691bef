/** v1: inventory on hand, and its adjustment by SKU. */
import { arrivalLocation, fullestLocation } from '../../../db/receiving/default-location.read.ts';
import { inventorySorts, listInventory } from '../../../db/inventory/inventory.read.ts';
import { locationNamed } from '../../../db/named.read.ts';
import { invalid } from '../../../domain/refusal.ts';
import { inventoryViewPermissions } from '../../../domain/permissions.ts';
import { identifier } from '../../../queues/inventory/identifier.ts';
import * as s from '../../../queues/schema.ts';
import { inventoryCommands, stockQty, stockStatuses } from '../../../queues/inventory/inventory.ts';
import { command, list, type Call, type Endpoint } from '../../http/endpoint.ts';
import { v1Query } from '../../http/query-fields.ts';
import { present } from '../../http/present.ts';
import { goodsOf, idOrCode, listed, sku, withIds } from '../names.ts';
import { reason, reasonOf } from '../reason.ts';

const inventoryFields = {
  id: s.uuid(),
  sku: s.text(),
  item_id: s.uuid(),
  item_name: s.text(300),
  merchant_id: s.uuid(),
  warehouse_id: s.uuid(),
  warehouse_code: s.text(),
  location_id: s.uuid(),
  location: s.text(),
  lot_no: s.nullable(s.text()),
  expiry_date: s.nullable(s.date()),
  status: s.choice(...stockStatuses),
  qty: stockQty(),
  uom: s.text(),
  updated_at: s.instant(),
};

const inventoryView = s.object(inventoryFields);

const adjustedView = s.object({
  ...inventoryFields,
  adjustment: s.object({
    qty_before: stockQty(),
    qty_after: stockQty(),
    ledger_entry_ids: s.listOf(s.uuid()),
  }),
});

const adjustBody = s.object({
  sku: sku(),
  warehouse_id: idOrCode(),
  qty_delta: s.described(s.qty(), 'Signed change, not zero.'),
  reason: reason(),
  merchant_id: s.optional(idOrCode('Required in the 3PL edition.')),
  location_id: s.optional(
    idOrCode('By default the location with the most of the item, else where goods arrive (staging).'),
  ),
  lot_no: s.optional(identifier(100)),
  status: s.optional(s.choice('available', 'hold', 'damaged'), 'Default available.'),
  serial_nos: s.optional(
    s.list(identifier(100), { max: 2_000 }),
    'The units added or removed, if the item is serial-tracked.',
  ),
});

async function adjustmentInput(call: Call, body: s.Infer<typeof adjustBody>) {
  const { tx } = call;
  if (body.qty_delta === 0) throw invalid('qty_delta', 'zero', 'qty_delta must not be zero');
  const { sku: named, reason: why, location_id: place, ...given } = await withIds(call, body);
  const { merchantId, items } = await goodsOf(call, given.merchant_id, [named], () => 'sku');
  const itemId = items[0]!;
  const stock = {
    warehouse_id: given.warehouse_id,
    item_id: itemId,
    lot_no: given.lot_no ?? '',
    status: given.status ?? 'available',
  };
  const locationId = place
    ? await locationNamed(tx, given.warehouse_id, place, 'location_id')
    : ((await fullestLocation(tx, stock)) ?? (await arrivalLocation(tx, given.warehouse_id)));
  if (!locationId) {
    throw invalid(
      'location_id',
      'required',
      'location_id is required: the warehouse has no staging location',
    );
  }
  return {
    ...given,
    ...(await reasonOf(call, why)),
    merchant_id: merchantId,
    item_id: itemId,
    location_id: locationId,
  };
}

export const inventoryEndpoints: readonly Endpoint[] = [
  list({
    path: '/v1/wms/inventory',
    summary: 'On-hand inventory by item, location, status and lot',
    permission: inventoryViewPermissions,
    query: v1Query(
      {
        sku: sku(),
        warehouse_id: idOrCode(),
        merchant_id: idOrCode(),
        location: s.described(s.text(64), 'Location code.'),
        status: s.choice(...stockStatuses),
        lot_no: s.text(100),
      },
      Object.keys(inventorySorts),
    ),
    returns: inventoryView,
    run: (call) =>
      listed(
        call,
        (tx, filter, page) => listInventory(tx, { filter, ...page }),
        (row) => present(inventoryView, row),
      ),
  }),
  command({
    path: '/v1/wms/inventory/adjust',
    summary: 'Adjust inventory of a SKU by a signed quantity, with a reason',
    description: 'Audited: the ledger entry keeps the reason and who gave it.',
    permission: 'wms.inventory_adjust',
    command: inventoryCommands.adjustInventory,
    body: adjustBody,
    input: adjustmentInput,
    showResult: ({ balance, qty_before, qty_after, ledger_entry_ids }) =>
      present(adjustedView, { ...balance, adjustment: { qty_before, qty_after, ledger_entry_ids } }),
    returns: adjustedView,
  }),
];
