/** A parcel in ShipEngine's words. */
import { decimal, toJsonNumber } from '../../../domain/decimal.ts';
import type { ParcelBilling } from '../../../domain/parcels/billing.ts';
import type { ParcelCustoms } from '../../../domain/parcels/customs.ts';
import type { Parcel, ParcelAddress } from '../../../domain/parcels/parcel.ts';
import { streetLines } from './carrier.ts';

export function shipmentOf(parcel: Parcel): object {
  const { customs, billing, hazards = [] } = parcel;
  const isHazard = hazards.length > 0;
  const advanced = {
    ...(isHazard ? { dangerous_goods: true } : {}),
    ...parcel.options,
    ...(billing ? payerOf(billing) : {}),
  };
  return {
    ship_from: addressOf(parcel.ship_from),
    ship_to: addressOf(parcel.ship_to),
    packages: [{ ...measured(parcel), ...(customs ? { products: productsOf(customs) } : {}) }],
    ...(customs ? declaredOf(customs) : {}),
    ...(Object.keys(advanced).length > 0 ? { advanced_options: advanced } : {}),
  };
}

const payerOf = ({ terms, account_no, postal, country }: ParcelBilling): object => ({
  bill_to_party: terms === 'collect' ? 'recipient' : 'third_party',
  bill_to_account: account_no,
  bill_to_country_code: country,
  bill_to_postal_code: postal,
});

function declaredOf(customs: ParcelCustoms): object {
  return {
    customs: {
      contents: customs.contents,
      ...(customs.contents_note ? { contents_explanation: customs.contents_note } : {}),
      non_delivery: customs.non_delivery === 'return' ? 'return_to_sender' : 'treat_as_abandoned',
      terms_of_trade_code: customs.incoterm.toLowerCase(),
    },
    tax_identifiers: customs.tax_ids.map(({ of, kind, number, country }) => ({
      taxable_entity_type: of === 'sender' ? 'shipper' : 'recipient',
      identifier_type: kind,
      issuing_authority: country,
      value: number,
    })),
  };
}

/** Values and weights are of one piece; a quantity that is not whole is one piece. */
const productsOf = ({ lines, currency }: ParcelCustoms): object[] =>
  lines.map((line) => {
    const isWhole = decimal(line.qty).round(0).eq(decimal(line.qty));
    const number = (text: string): number => toJsonNumber(decimal(text));
    return {
      description: line.description,
      quantity: isWhole ? number(line.qty) : 1,
      value: { currency: currency.toLowerCase(), amount: number(isWhole ? line.unit_value : line.value) },
      weight: { value: number(isWhole ? line.unit_weight_kg : line.weight_kg), unit: 'kilogram' },
      harmonized_tariff_code: line.hs_code,
      country_of_origin: line.origin_country,
      sku: line.sku,
    };
  });

/** What there is of it: it takes no empty text, nor null. */
function addressOf({ name, address, city, state, postal, country, phone }: ParcelAddress): object {
  const [address_line1, address_line2] = streetLines(address);
  const fields = {
    name,
    phone,
    address_line1,
    address_line2,
    city_locality: city,
    state_province: state,
    postal_code: postal,
    country_code: country,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== ''));
}

function measured({ weight_kg, length_cm, width_cm, height_cm }: Parcel): object {
  const number = (text: string): number => toJsonNumber(decimal(text));
  const weight = { value: number(weight_kg), unit: 'kilogram' };
  if (length_cm === null || width_cm === null || height_cm === null) return { weight };
  const dimensions = {
    unit: 'centimeter',
    length: number(length_cm),
    width: number(width_cm),
    height: number(height_cm),
  };
  return { weight, dimensions };
}
