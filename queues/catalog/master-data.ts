/** The catalogue: warehouses, locations, items, merchants, carriers, vendors. One catalogue for WMS and OMS. */
import Joi from 'joi';
import { locationTypes } from '../../domain/inventory/location-types.ts';
import { recordCommands, recordKind } from '../record-kind.ts';
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

/** A postal address; every part may be left out. */
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

/** Where something is fetched or brought: its name, or an address. */
export type Place = string | Record<string, unknown>;

export const place = () =>
  custom<Place>(
    Joi.alternatives(text(300), address()).description('A name (a terminal, a warehouse), or an address.'),
  );

/** The place as it is kept: a name alone is an address of that name. */
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
    time_zone: described(timeZone(), "IANA time zone; the organization's when left out."),
    address: address(),
    priority: described(
      integer({ min: 0, max: 1_000_000 }),
      'Lower is tried first when an order names no warehouse.',
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
    capacity: described(nullable(qty({ min: 0 })), 'In units of stock; null is unlimited.'),
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
  required: { sku: text(100), name: text(300) },
  optional: {
    merchant_id: described(uuid(), 'Required in the 3PL edition; an item belongs to one merchant for good.'),
    uom: described(code(16), 'The base unit stock is kept in; EA when left out.'),
    lot_tracked: flag(),
    expiry_tracked: flag(),
    serial_tracked: flag(),
    qc_hold: described(flag(), 'Received goods go to status hold.'),
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
      'Other units, each exactly `factor` base units. Given, the list replaces the earlier one.',
    ),
    barcodes: described(
      list(object({ barcode: text(128), uom: optional(nullable(code(16))) }), { max: 50 }),
      'Given, the list replaces the earlier one. A barcode names one item of the merchant.',
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

/** Whose a record of partners is: one rule for vendors, customers, channels and retailers. */
export const ofMerchant = { isOfMerchant: true, filters: { merchant_id: uuid() } } as const;

export const merchantOfRecord = (): Field<string | null> =>
  described(
    nullable(uuid()),
    "Whose it is, for good. Left out: the token's merchant, else the standard edition's own, else the operator's (null), whom every merchant's documents may name.",
  );

/** A vendor in its owner's own words; `directory_id` is what it has in common with the vendor of another organization. */
export const vendorRecord = recordKind({
  area: 'wms',
  name: 'vendor',
  collection: 'vendors',
  ...ofMerchant,
  required: { name: text(200) },
  optional: {
    merchant_id: merchantOfRecord(),
    identifiers: described(
      object({ gln: optional(text(20)), duns: optional(text(20)), website: optional(text(200)) }),
      'Numbers it is known by. Your own words: no other organization sees or changes them.',
    ),
    directory_id: described(
      uuid(),
      "Who it is in the directory all organizations share. Left out: an identity of its own. Another one is taken from the vendor's matches: those of its name or numbers.",
    ),
    code: described(code(32), 'Your own code for the vendor; made from the name when left out.'),
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
