/**
 * The catalog: warehouses, locations, items, merchants, carriers, vendors. One catalog for both the WMS and the OMS.
 */
import Joi from 'joi';
import { locationTypes } from '../../domain/inventory/location-types.ts';
import { recordCommands, recordKind } from '../record-kind.ts';
import { identifier } from '../inventory/identifier.ts';
import {
  choice,
  code,
  custom,
  decimalNumber,
  described,
  email,
  flag,
  freeText,
  integer,
  list,
  nullable,
  object,
  optional,
  qty,
  text,
  uuid,
  type Field,
} from '../schema.ts';
import { timeZone } from '../tenancy/commands.ts';
import { website } from '../tenancy/website.ts';

/** A postal address; every part is optional. */
export const address = () =>
  object({
    name: optional(text(200)),
    address: optional(freeText(500)),
    city: optional(text(100)),
    state: optional(text(100)),
    postal: optional(text(20)),
    country: optional(text(100)),
    phone: optional(text(50)),
  });

/** Where goods are picked up or delivered: a name, or an address. */
export type Place = string | Record<string, unknown>;

export const place = () =>
  custom<Place>(
    Joi.alternatives(text(300), address()).description('A name (a terminal, a warehouse), or an address.'),
  );

/** The place as it is stored: a name alone becomes an address with that name. */
export const placeOf = (given: Place): Record<string, unknown> =>
  typeof given === 'string' ? { name: given } : given;

const percent = (): Field<number> => decimalNumber({ places: 3, min: 0, below: 100.001 });
const measure = (): Field<number> => decimalNumber({ places: 6, min: 0, below: 1e9 });

export const warehouseRecord = recordKind({
  area: 'wms',
  name: 'warehouse',
  collection: 'warehouses',
  required: { code: code(32), name: text(200) },
  optional: {
    time_zone: described(timeZone(), "IANA time zone; default: the organization's."),
    address: address(),
    priority: described(
      integer({ min: 0, max: 1_000_000 }),
      'Lower numbers are tried first when an order names no warehouse.',
    ),
  },
  searched: ['code', 'name'],
});

export const locationRecord = recordKind({
  area: 'wms',
  name: 'location',
  collection: 'locations',
  required: { warehouse_id: uuid(), code: code(64), type: choice(...locationTypes) },
  optional: {
    zone: freeText(64),
    pick_sequence: integer({ min: 0, max: 1_000_000_000 }),
    capacity: described(nullable(qty({ min: 0 })), 'In stock units; null for no limit.'),
    storage_class: freeText(64),
  },
  fixed: ['warehouse_id'],
  references: { warehouse_id: 'warehouses' },
  filters: { warehouse_id: uuid(), type: choice(...locationTypes), zone: text(64), code: text(64) },
  searched: ['code', 'zone'],
});

export const itemRecord = recordKind({
  area: 'wms',
  name: 'item',
  collection: 'items',
  required: { sku: identifier(100), name: text(300) },
  optional: {
    merchant_id: described(uuid(), "Required in the 3PL edition; an item's merchant never changes."),
    uom: described(code(16), 'The base unit stock is kept in; default EA.'),
    lot_tracked: flag(),
    expiry_tracked: flag(),
    serial_tracked: flag(),
    qc_hold: described(flag(), 'Received goods get status hold.'),
    min_remaining_life_days: nullable(integer({ min: 0, max: 100_000 })),
    over_receipt_tolerance_percent: nullable(percent()),
    weight_kg: nullable(measure()),
    volume_cbm: nullable(measure()),
    units_per_carton: nullable(qty({ positive: true })),
    units_per_pallet: nullable(qty({ positive: true })),
    item_class: freeText(64),
    storage_class: freeText(64),
  },
  parts: {
    uoms: described(
      list(object({ uom: code(16), factor: qty({ positive: true }) }), { max: 20 }),
      'Other units, each exactly `factor` base units. When given, the list replaces the present one.',
    ),
    barcodes: described(
      list(object({ barcode: identifier(128), uom: optional(nullable(code(16))) }), { max: 50 }),
      'When given, the list replaces the present one. A barcode belongs to one item of the merchant.',
    ),
  },
  fixed: ['merchant_id', 'uom'],
  filters: { merchant_id: uuid(), sku: text(100) },
  searched: ['sku', 'name'],
});

export const merchantRecord = recordKind({
  area: 'wms',
  name: 'merchant',
  collection: 'merchants',
  required: { code: code(32), name: text(200) },
  optional: { over_receipt_tolerance_percent: nullable(percent()), bill_to: address() },
  searched: ['code', 'name'],
});

export const carrierRecord = recordKind({
  area: 'wms',
  name: 'carrier',
  collection: 'carriers',
  required: { code: code(32), name: text(200) },
  optional: { scac: nullable(scac()) },
  searched: ['code', 'name'],
});

/** Ownership of partner records: one rule for vendors, customers, channels and retailers. */
export const ofMerchant = { isOfMerchant: true, filters: { merchant_id: uuid() } } as const;

export const merchantOfRecord = (): Field<string | null> =>
  described(
    nullable(uuid()),
    "The owner, which never changes. Default: the token's merchant, else the standard edition's own, else the operator (null), whose records any merchant's documents may name.",
  );

/**
 * A vendor as its owner describes it; `directory_id` is what it shares with the same vendor in another organization.
 */
export const vendorRecord = recordKind({
  area: 'wms',
  name: 'vendor',
  collection: 'vendors',
  ...ofMerchant,
  required: { name: text(200) },
  optional: {
    merchant_id: merchantOfRecord(),
    identifiers: described(
      object({ gln: optional(text(20)), duns: optional(text(20)), website: optional(website()) }),
      'Identifying numbers. They are yours: no other organization sees or changes them.',
    ),
    directory_id: described(
      uuid(),
      "The vendor's identity in the directory all organizations share. Default: an identity of its own. To use another one, choose among the vendor's matches, which share its name or numbers.",
    ),
    code: described(code(32), 'Your own code for the vendor; default: derived from the name.'),
    contact: object({ name: optional(text(200)), email: optional(email()), phone: optional(text(50)) }),
    payment_terms_days: nullable(integer({ min: 0, max: 365 })),
    over_receipt_tolerance_percent: nullable(percent()),
  },
  fixed: ['merchant_id'],
  searched: ['code', 'name'],
});

function scac(): Field<string> {
  return custom<string>(
    Joi.string()
      .pattern(/^[A-Z]{2,4}$/, 'SCAC')
      .description('Standard Carrier Alpha Code, two to four letters.'),
  );
}

const warehouse = recordCommands(warehouseRecord);
const location = recordCommands(locationRecord);
const item = recordCommands(itemRecord);
const merchant = recordCommands(merchantRecord);
const carrier = recordCommands(carrierRecord);
const vendor = recordCommands(vendorRecord);

export const catalogCommands = {
  createWarehouse: warehouse.create,
  updateWarehouse: warehouse.update,
  createLocation: location.create,
  updateLocation: location.update,
  createItem: item.create,
  updateItem: item.update,
  createMerchant: merchant.create,
  updateMerchant: merchant.update,
  createCarrier: carrier.create,
  updateCarrier: carrier.update,
  createVendor: vendor.create,
  updateVendor: vendor.update,
};
