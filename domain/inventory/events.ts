/** Events of stock, license plates and lots. */
import { eventKind } from '../event-kind.ts';
import { choice, flag, list, nullable, number, optional, record, text, uuid } from '../event-fields.ts';
import { inventoryViewPermissions } from '../permissions.ts';
import { holdKinds, lotHoldKinds } from './holds.ts';
import { lpnStatuses } from './lpn-states.ts';

const locations = { location_ids: list(uuid()) };

const lpnStep = {
  pallet_id: uuid(),
  lpn: text(),
  warehouse_id: uuid(),
  location_id: nullable(uuid()),
  shipment_id: optional(uuid()),
  load_id: optional(uuid()),
  merchant_id: optional(uuid()),
  status: choice(...lpnStatuses),
  previous_status: choice(...lpnStatuses),
};

const lotDates = { manufacture_date: nullable(text()), expiry_date: nullable(text()) };

const lotHold = {
  merchant_id: uuid(),
  item_id: uuid(),
  lot_no: text(),
  hold_id: uuid(),
  kind: choice(...lotHoldKinds),
  reason: text(),
  is_operators: optional(flag()),
};

export const inventoryEvents = {
  ...eventKind(
    'inventory',
    {
      seenWith: inventoryViewPermissions,
      // A change without a record of its own has the command that made it as its subject.
      subjects: [
        'inventory_change',
        'inventory_hold',
        'inventory_adjustment',
        'inventory_move',
        'oms_adjustment',
        'count_task',
      ],
    },
    {
      // Once per command and merchant, with the items and transaction types; a status change also says where and how
      // much.
      changed: {
        merchant_id: nullable(uuid()),
        warehouse_id: optional(uuid()),
        transaction_types: optional(list(text())),
        item_ids: optional(list(uuid())),
        refs: optional(list(record({ ref_type: text(), ref_id: nullable(uuid()) }))),
        item_id: optional(uuid()),
        location_id: optional(uuid()),
        lot_no: optional(nullable(text())),
        from_status: optional(text()),
        to_status: optional(text()),
        qty: optional(number()),
        reason_code: optional(text()),
        kind: optional(choice(...holdKinds)),
      },
      adjusted: {
        merchant_id: uuid(),
        warehouse_id: uuid(),
        item_id: uuid(),
        qty_delta: number(),
        reason_code: text(),
        location_id: optional(uuid()),
        lot_no: optional(text()),
        status: optional(text()),
        serial_nos: optional(list(text())),
      },
      moved: {
        warehouse_id: uuid(),
        pallet_lpn: nullable(text()),
        from_location_id: nullable(uuid()),
        to_location_id: uuid(),
        moved: list(record({ item_id: uuid(), lot_no: nullable(text()), status: text(), qty: number() })),
      },
      // A count found dangerous goods at a place beside others that they are kept apart from.
      hazards_together: {
        warehouse_id: uuid(),
        location_id: uuid(),
        location: text(),
        class: text(),
        held: text(),
      },
      locked: locations,
      unlocked: locations,
    },
  ),
  ...eventKind(
    'pallet',
    { seenWith: ['wms.master_data.view', 'wms.outbound.view'] },
    {
      created: { lpn: text() },
      changed: {},
      placed: lpnStep,
      picked: lpnStep,
      unpicked: lpnStep,
      loaded: lpnStep,
      unloaded: lpnStep,
      shipped: lpnStep,
      // To another warehouse: warehouse_id is that one, and it stands nowhere there until its goods are counted in.
      sent: lpnStep,
      consumed: lpnStep,
    },
  ),
  ...eventKind(
    'lot',
    { seenWith: ['wms.inbound.view'], subjects: ['item'] },
    {
      corrected: { item_id: uuid(), lot_no: text(), ...lotDates, previous: record(lotDates), note: text() },
      // 30 and 7 days before it expires, and on its last day, at the warehouse where that comes first.
      expiring: {
        merchant_id: uuid(),
        item_id: uuid(),
        lot_no: text(),
        expiry_date: text(),
        days_left: number(),
        stock: list(record({ warehouse_id: uuid(), qty: number() })),
      },
      held: { ...lotHold, held_qty: number() },
      released: { ...lotHold, released_qty: number(), kept_qty: number() },
    },
  ),
} as const;
