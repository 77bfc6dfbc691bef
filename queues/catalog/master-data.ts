/**
 * The catalog: warehouses, locations, items, merchants, carriers, vendors. One catalog for both the WMS and the OMS.
 */
import Joi from 'joi';
import { packagingLevels } from '../../domain/catalog/packaging.ts';
import { locationTypes, mixings, velocities } from '../../domain/inventory/location-types.ts';
import { vatId } from '../bank-and-tax-ids.ts';
import { recordCommands, recordKind } from '../record-kind.ts';
import { identifier } from '../inventory/identifier.ts';
import { customsOfItem } from './customs-fields.ts';
import { hazardSegregationCommands as hazardSegregation } from './hazard-segregation.ts';
import { hazard } from './hazard-fields.ts';
import { centimetres, kilograms } from '../measures.ts';
import { packaging } from './packaging-fields.ts';
import { nameText } from '../name.ts';
import * as s from '../schema.ts';
import { pickFrom, timeZone } from '../tenancy/commands.ts';
import { website } from '../tenancy/website.ts';

/** What tax law asks of a party that is invoiced. */
export const taxFields = {
  vat_id: s.nullable(vatId()),
  reverse_charge: s.described(
    s.flag(),
    'New invoices are untaxed and say so: the buyer, whose vat_id they name, pays the tax.',
  ),
};

/** A postal address; every part is optional. */
export const address = () =>
  s.object({
    name: s.optional(nameText(200)),
    address: s.optional(s.freeText(500)),
    city: s.optional(s.text(100)),
    state: s.optional(s.text(100)),
    postal: s.optional(s.text(20)),
    country: s.optional(s.text(100)),
    phone: s.optional(s.text(50)),
  });

/** Where goods are picked up or delivered: a name, or an address. */
export type Place = string | Record<string, unknown>;

export const place = () =>
  s.custom<Place>(
    Joi.alternatives(nameText(300), address()).description(
      'A name (a terminal, a warehouse), or an address.',
    ),
  );

/** The place as it is stored: a name alone becomes an address with that name. */
export const placeOf = (given: Place): Record<string, unknown> =>
  typeof given === 'string' ? { name: given } : given;

const percent = (): s.Field<number> => s.decimalNumber({ places: 3, min: 0, below: 100.001 });
const measure = (): s.Field<number> => s.decimalNumber({ places: 6, min: 0, below: 1e9 });

export const warehouseRecord = recordKind({
  area: 'wms',
  name: 'warehouse',
  collection: 'warehouses',
  required: { code: s.code(32), name: nameText(200) },
  optional: {
    time_zone: s.described(timeZone(), "IANA time zone; default: the organization's."),
    address: address(),
    priority: s.described(
      s.integer({ min: 0, max: 1_000_000 }),
      'Lower numbers are tried first when an order names no warehouse.',
    ),
  },
  searched: ['code', 'name'],
});

export const locationRecord = recordKind({
  area: 'wms',
  name: 'location',
  collection: 'locations',
  required: { warehouse_id: s.uuid(), code: s.code(64), type: s.choice(...locationTypes) },
  optional: {
    zone: s.freeText(64),
    pick_sequence: s.integer({ min: 0, max: 1_000_000_000 }),
    capacity: s.nullable(s.qty({ min: 0 }), 'In stock units; null for no limit.'),
    max_weight_kg: s.nullable(measure(), 'Null for no limit; so are the next two.'),
    max_volume_cbm: s.nullable(measure()),
    max_lpns: s.nullable(s.integer({ min: 0, max: 1_000_000 }), 'License plates.'),
    max_lpn_height_cm: s.nullable(
      centimetres(),
      'License plates that are higher do not go there; null for no limit.',
    ),
    mixing: s.described(
      s.choice(...mixings),
      'What may lie there together: anything (default), one item, or one item of one lot.',
    ),
    velocity: s.nullable(s.choice(...velocities), 'A is for what is picked most.'),
    x_m: s.nullable(measure(), 'Metres from a corner of the building, with y_m: for distances.'),
    y_m: s.nullable(measure()),
    level: s.nullable(s.integer({ min: 0, max: 1_000 }), 'How high up in its rack; 0 is the floor.'),
    aisle: s.described(
      s.freeText(64),
      'The aisle it is reached from, open at both ends, which are its outermost places: for walks. Empty: reached from anywhere.',
    ),
    storage_class: s.freeText(64),
    temperature_class: s.freeText(64),
  },
  fixed: ['warehouse_id'],
  references: { warehouse_id: 'warehouses' },
  filters: { warehouse_id: s.uuid(), type: s.choice(...locationTypes), zone: s.text(64), code: s.text(64) },
  searched: ['code', 'zone'],
});

export const itemRecord = recordKind({
  area: 'wms',
  name: 'item',
  collection: 'items',
  required: { sku: identifier(100), name: nameText(300) },
  optional: {
    merchant_id: s.described(s.uuid(), "Required in the 3PL edition; an item's merchant never changes."),
    uom: s.described(s.code(16), 'The base unit stock is kept in; default EA.'),
    lot_tracked: s.flag(),
    expiry_tracked: s.flag(),
    serial_tracked: s.flag(),
    qc_hold: s.described(s.flag(), 'Received goods get status hold.'),
    min_remaining_life_days: s.nullable(s.integer({ min: 0, max: 100_000 })),
    over_receipt_tolerance_percent: s.nullable(percent()),
    weight_kg: s.nullable(measure()),
    volume_cbm: s.nullable(measure()),
    units_per_carton: s.nullable(s.qty({ positive: true })),
    units_per_pallet: s.nullable(s.qty({ positive: true })),
    item_class: s.freeText(64),
    storage_class: s.freeText(64),
    temperature_class: s.freeText(64),
    velocity: s.nullable(s.choice(...velocities), 'A is picked most.'),
    ...customsOfItem,
    hazard: s.nullable(
      hazard,
      'What makes it dangerous goods. When given, all of it is replaced; null: it is none.',
    ),
  },
  parts: {
    uoms: s.described(
      s.list(s.object({ uom: s.code(16), factor: s.qty({ positive: true }) }), { max: 20 }),
      'Other units, each exactly `factor` base units. When given, the list replaces the present one; a unit that is left out goes with its packaging.',
    ),
    packagings: s.described(
      s.list(packaging, { max: packagingLevels.length }),
      'How the item is handled, from one base unit (each) to a pallet, with sizes and weights; each is one of its units. When given, the list replaces the present one; what is left out remains a unit. Where the item has none of its own yet, weight_kg and volume_cbm follow from each, units_per_carton and units_per_pallet from case and pallet.',
    ),
    barcodes: s.described(
      s.list(s.object({ barcode: identifier(128), uom: s.optional(s.nullable(s.code(16))) }), { max: 50 }),
      'When given, the list replaces the present one. A barcode belongs to one item of the merchant, and stands for one of its unit: that of a case for a whole case.',
    ),
  },
  fixed: ['merchant_id', 'uom'],
  filters: { merchant_id: s.uuid(), sku: s.text(100) },
  searched: ['sku', 'name'],
});

export const cartonTypeRecord = recordKind({
  area: 'wms',
  name: 'carton_type',
  collection: 'carton_types',
  required: {
    code: s.code(32),
    inner_length_cm: centimetres(),
    inner_width_cm: centimetres(),
    inner_height_cm: centimetres(),
  },
  optional: {
    name: s.freeText(200),
    outer_length_cm: s.nullable(centimetres(), 'What a carrier measures; all three, or none.'),
    outer_width_cm: s.nullable(centimetres()),
    outer_height_cm: s.nullable(centimetres()),
    tare_kg: s.described(
      s.decimalNumber({ places: 6, min: 0, below: 100_000 }),
      'What it weighs empty. Default 0.',
    ),
    max_weight_kg: s.nullable(kilograms(), 'With what it holds; null for no limit.'),
    cost: s.nullable(
      s.money({ min: 0 }),
      'What one costs. Where all have a cost, the cheapest that fits is taken.',
    ),
    merchant_id: s.nullable(s.uuid(), "For this merchant's goods alone; null: for everybody's."),
  },
  fixed: ['merchant_id'],
  references: { merchant_id: 'merchants' },
  filters: { merchant_id: s.uuid() },
  searched: ['code', 'name'],
});

export const merchantRecord = recordKind({
  area: 'wms',
  name: 'merchant',
  collection: 'merchants',
  required: { code: s.code(32), name: nameText(200) },
  optional: {
    over_receipt_tolerance_percent: s.nullable(percent()),
    bill_to: address(),
    pick_from: s.nullable(pickFrom(), "As the setting of that name. Null: the organization's."),
    ...taxFields,
  },
  searched: ['code', 'name'],
});

export const carrierRecord = recordKind({
  area: 'wms',
  name: 'carrier',
  collection: 'carriers',
  required: { code: s.code(32), name: nameText(200) },
  optional: { scac: s.nullable(scac()) },
  searched: ['code', 'name'],
});

/** Ownership of partner records: one rule for vendors, customers, channels and retailers. */
export const ofMerchant = { isOfMerchant: true, filters: { merchant_id: s.uuid() } } as const;

export const merchantOfRecord = (): s.Field<string | null> =>
  s.nullable(
    s.uuid(),
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
  required: { name: nameText(200) },
  optional: {
    merchant_id: merchantOfRecord(),
    identifiers: s.described(
      s.object({ gln: s.optional(s.text(20)), duns: s.optional(s.text(20)), website: s.optional(website()) }),
      'Identifying numbers. They are yours: no other organization sees or changes them.',
    ),
    directory_id: s.described(
      s.uuid(),
      "The vendor's identity in the directory all organizations share. Default: an identity of its own. To use another one, choose among the vendor's matches, which share its name or numbers.",
    ),
    code: s.described(s.code(32), 'Your own code for the vendor; default: derived from the name.'),
    contact: s.object({
      name: s.optional(nameText(200)),
      email: s.optional(s.email()),
      phone: s.optional(s.text(50)),
    }),
    payment_terms_days: s.nullable(s.integer({ min: 0, max: 365 })),
    over_receipt_tolerance_percent: s.nullable(percent()),
  },
  fixed: ['merchant_id'],
  searched: ['code', 'name'],
});

function scac(): s.Field<string> {
  return s.custom<string>(
    Joi.string()
      .pattern(/^[A-Z]{2,4}$/, 'SCAC')
      .description('Standard Carrier Alpha Code, two to four letters.'),
  );
}

const warehouse = recordCommands(warehouseRecord);
const location = recordCommands(locationRecord);
const item = recordCommands(itemRecord);
const cartonType = recordCommands(cartonTypeRecord);
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
  createCartonType: cartonType.create,
  updateCartonType: cartonType.update,
  createMerchant: merchant.create,
  updateMerchant: merchant.update,
  createCarrier: carrier.create,
  updateCarrier: carrier.update,
  createHazardSegregation: hazardSegregation.create,
  updateHazardSegregation: hazardSegregation.update,
  createVendor: vendor.create,
  updateVendor: vendor.update,
};
