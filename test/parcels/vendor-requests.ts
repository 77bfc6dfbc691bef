/**
 * The fields vendors' published descriptions have for what we send, as far as we use them: what is not one of them, or
 * lacks what they require, is no request of theirs. Held against these on 29 November 2026:
 *
 * - EasyPost: docs.easypost.com, "Shipments", "Addresses", "Parcels", "Buy a Shipment", "Refund a Shipment", "CustomsInfo",
 *   "CustomsItem", "ScanForm", and the parameters' types of its client library for Node (EasyPost/easypost-node, types, of March 2026);
 *   it publishes no OpenAPI description.
 * - Karrio: its OpenAPI description (karrioapi/karrio, schemas/openapi.yml, 2026.1.32): ShipmentData, RateRequest,
 *   ShipmentPurchaseData, AddressData, ParcelData, CustomsData, CommodityData, Payment, ManifestData, TrackingData.
 * - ShipEngine: its OpenAPI description (ShipEngine/shipengine-openapi, openapi.yaml, 1.1.202604070904): create_label_request_body,
 *   shipment_request, calculate_rates_request_body, shipping_address_from, partial_address, package, advanced_shipment_options, void_label, products,
 *   international_shipment_options, tax_identifier, create_manifest_label_ids_request_body. It also asks for a state and a postal code
 *   everywhere, which not every country has: there it is left to say so.
 */
import { schemaChecks } from '../http/json-schema.ts';
import {
  easypostCustoms,
  easypostTaxes,
  exactly,
  karrioCustoms,
  maybe,
  maybeMeasure,
  measure,
  one,
  open,
  shipengineCustoms,
  shipengineProducts,
  shipengineTaxes,
  text,
} from './vendor-customs.ts';

const easypostAddress = exactly(
  {
    name: text,
    company: maybe,
    street1: text,
    street2: maybe,
    city: text,
    state: maybe,
    zip: maybe,
    country: { type: 'string', pattern: '^[A-Z]{2}$' },
    phone: maybe,
    email: maybe,
    residential: { type: ['boolean', 'null'] },
  },
  ['street1', 'city', 'country'],
);
const easypostParcel = exactly(
  {
    length: maybeMeasure,
    width: maybeMeasure,
    height: maybeMeasure,
    weight: measure,
    predefined_package: maybe,
  },
  ['weight'],
);
const country = { type: 'string', pattern: '^[A-Z]{2}$' };
const easypostOptions = {
  label_format: { enum: ['PNG', 'PDF', 'ZPL', 'EPL2'] },
  hazmat: { enum: ['LIMITED_QUANTITY', 'CLASS_8_CORROSIVE'] },
  payment: exactly(
    {
      type: { enum: ['SENDER', 'THIRD_PARTY', 'RECEIVER', 'COLLECT'] },
      account: text,
      country,
      postal_code: text,
    },
    ['type', 'account', 'country', 'postal_code'],
  ),
};
const easypostShipment = exactly(
  {
    reference: maybe,
    to_address: easypostAddress,
    from_address: easypostAddress,
    parcel: easypostParcel,
    carrier_accounts: { type: 'array', items: text },
    customs_info: easypostCustoms,
    tax_identifiers: easypostTaxes,
    options: { type: 'object', properties: easypostOptions },
  },
  ['to_address', 'from_address', 'parcel'],
);

const karrioAddress = exactly(
  {
    person_name: text,
    company_name: maybe,
    address_line1: text,
    address_line2: maybe,
    street_number: maybe,
    city: text,
    state_code: maybe,
    postal_code: maybe,
    country_code: { type: 'string', pattern: '^[A-Z]{2}$' },
    phone_number: maybe,
    email: maybe,
    residential: { type: 'boolean' },
  },
  ['country_code'],
);
const karrioParcel = exactly(
  {
    weight: measure,
    weight_unit: { enum: ['KG', 'LB', 'G', 'OZ'] },
    length: maybeMeasure,
    width: maybeMeasure,
    height: maybeMeasure,
    dimension_unit: { enum: ['CM', 'IN'] },
    packaging_type: maybe,
    reference_number: maybe,
  },
  ['weight', 'weight_unit'],
);
const karrioRate = {
  customs: karrioCustoms,
  shipper: karrioAddress,
  recipient: karrioAddress,
  parcels: one(karrioParcel),
  services: { type: 'array', items: text },
  carrier_ids: { type: 'array', items: text },
  payment: exactly(
    { paid_by: { enum: ['sender', 'recipient', 'third_party'] }, currency: maybe, account_number: maybe },
    [],
  ),
  billing_address: karrioAddress,
  options: open,
  // Older versions take 35 characters.
  reference: { type: 'string', maxLength: 35 },
};
const karrioLabelType = { enum: ['PDF', 'ZPL', 'PNG'] };
const karrioShipment = { ...karrioRate, label_type: karrioLabelType, metadata: open };

const shipengineParts = {
  name: text,
  phone: text,
  email: maybe,
  company_name: text,
  address_line1: text,
  address_line2: text,
  address_line3: text,
  city_locality: text,
  state_province: text,
  postal_code: text,
  country_code: { type: 'string', minLength: 2, maxLength: 2 },
  address_residential_indicator: { enum: ['unknown', 'yes', 'no'] },
};
const shipengineNeeds = ['name', 'address_line1', 'city_locality', 'country_code'];
const shipengineAddress = exactly(shipengineParts, shipengineNeeds);
const shipengineFrom = exactly(shipengineParts, [...shipengineNeeds, 'phone']);
const shipenginePackage = exactly(
  {
    weight: exactly({ value: measure, unit: { enum: ['pound', 'ounce', 'gram', 'kilogram'] } }, [
      'value',
      'unit',
    ]),
    dimensions: exactly(
      { unit: { enum: ['inch', 'centimeter'] }, length: measure, width: measure, height: measure },
      ['unit', 'length', 'width', 'height'],
    ),
    package_code: text,
    products: shipengineProducts,
  },
  ['weight'],
);
const shipengineShipment = {
  customs: shipengineCustoms,
  tax_identifiers: shipengineTaxes,
  ship_to: shipengineAddress,
  ship_from: shipengineAddress,
  packages: one(shipenginePackage),
  advanced_options: {
    ...exactly(
      {
        bill_to_account: text,
        bill_to_country_code: country,
        bill_to_party: { enum: ['recipient', 'third_party'] },
        bill_to_postal_code: text,
        dangerous_goods: { type: 'boolean' },
      },
      [],
    ),
    dependentRequired: { bill_to_party: ['bill_to_account', 'bill_to_country_code', 'bill_to_postal_code'] },
  },
};

const checked = schemaChecks();

/** By vendor and call. */
export const vendorRequests = {
  'easypost shipment': checked(exactly({ shipment: easypostShipment }, ['shipment'])),
  'easypost buy': checked(exactly({ rate: exactly({ id: text }, ['id']), insurance: maybe }, ['rate'])),
  'easypost refund': checked(exactly({}, [])),
  'easypost scan form': checked(exactly({ shipments: one(exactly({ id: text }, ['id'])) }, ['shipments'])),
  'karrio manifest': checked(
    exactly({ carrier_name: text, address: karrioAddress, reference: maybe, shipment_ids: one(text) }, [
      'carrier_name',
      'address',
      'shipment_ids',
    ]),
  ),
  'shipengine manifest': checked(exactly({ label_ids: one(text) }, ['label_ids'])),
  'karrio rates': checked(exactly(karrioRate, ['shipper', 'recipient', 'parcels'])),
  'karrio shipment': checked(exactly(karrioShipment, ['shipper', 'recipient', 'parcels'])),
  'karrio purchase': checked(
    exactly({ selected_rate_id: text, label_type: karrioLabelType, reference: maybe, metadata: open }, [
      'selected_rate_id',
    ]),
  ),
  'karrio cancel': checked(exactly({}, [])),
  'karrio tracker': checked(
    exactly({ tracking_number: text, carrier_name: text }, ['tracking_number', 'carrier_name']),
  ),
  'shipengine rates': checked(
    exactly(
      {
        shipment: exactly(shipengineShipment, ['ship_to', 'ship_from']),
        rate_options: exactly({ carrier_ids: one(text), package_types: one(text) }, ['carrier_ids']),
      },
      ['shipment', 'rate_options'],
    ),
  ),
  'shipengine label': checked(
    exactly(
      {
        shipment: exactly(
          {
            ...shipengineShipment,
            carrier_id: text,
            service_code: text,
            ship_from: shipengineFrom,
            external_shipment_id: { type: 'string', maxLength: 50 },
          },
          ['carrier_id', 'service_code', 'ship_to', 'packages'],
        ),
        label_format: { enum: ['pdf', 'png', 'zpl'] },
        label_download_type: { enum: ['url', 'inline'] },
        label_layout: { enum: ['4x6', 'letter', 'A4', 'A6'] },
      },
      ['shipment'],
    ),
  ),
} as const;

export type VendorRequest = keyof typeof vendorRequests;

/** Why it is no request of the vendor's; undefined when it is one. */
export function misspelt(what: VendorRequest, body: unknown): string | undefined {
  const wrong = vendorRequests[what](body);
  return wrong && `${what}: ${wrong} in ${JSON.stringify(body)}`;
}
